using System.Linq.Expressions;
using Archive.Model;
using EFCore.MySqlBulk;

namespace Archive;

/// <summary>The job: what is older than the cutoff goes into the archive, while the application works on. If it ends early, whatever the reason, the same job made again moves the rest.</summary>
internal static class ArchiveJob
{
    /// <param name="database">The database.</param>
    /// <param name="archive">The one with the archive; the same, or one of another server.</param>
    /// <param name="cutoff">The visits before it are moved.</param>
    /// <param name="replicas">The connection strings of replicas that must not lag.</param>
    /// <param name="progress">Receives the progress.</param>
    /// <param name="cancellationToken">Cancels after the batch in hand.</param>
    public static async Task<BulkResult> RunAsync(
        VisitsDatabase database, VisitsDatabase archive, DateTime cutoff, IReadOnlyList<string> replicas, IProgress<BulkProgress> progress, CancellationToken cancellationToken)
    {
        DateTime now = DateTime.UtcNow;
        Expression<Func<Visit, ArchivedVisit>> row = visit => new()
        {
            Id = visit.Id,
            At = visit.At,
            City = visit.City,
            Country = visit.Country,
            Latitude = visit.Latitude,
            Longitude = visit.Longitude,
            Views = visit.Views,
            ArchivedAt = now,
        };
        BulkMoveToOptions<Visit> options = new() { Walk = visit => visit.At, Progress = progress };
        if (replicas.Count > 0)
            options = options with { Replicas = replicas, MaxReplicaLag = TimeSpan.FromSeconds(5) };
        await using VisitsContext context = database.Open();
        IQueryable<Visit> old = context.Visits.Where(visit => visit.At < cutoff);
        if (archive == database)
            return await old.BulkMoveToAsync(row, options, cancellationToken);
        await using VisitsContext other = archive.Open();
        return await old.BulkMoveToAsync(other, row, options, cancellationToken);
    }
}
