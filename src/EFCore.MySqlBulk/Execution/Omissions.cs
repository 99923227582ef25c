using System.Diagnostics;
using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Finds what a call leaves out that its caller may expect, and says it once a context.</summary>
internal static class Omissions
{
    private static readonly ConditionalWeakTable<DbContext, HashSet<(int Event, string Subject)>> Told = [];

    /// <summary>Logs what the context has not been told before.</summary>
    /// <param name="request">The call.</param>
    /// <param name="rows">Its first rows.</param>
    /// <param name="areAll">They are all that it has.</param>
    /// <param name="tracked">The context's entities.</param>
    /// <param name="logger">The log.</param>
    public static void Tell(BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, ILogger logger)
    {
        HashSet<(int, string)>? told = Told.TryGetValue(request.Context, out HashSet<(int, string)>? known) ? known : null;
        foreach (Omission omission in Find(request, rows, areAll, tracked, told))
        {
            Log(logger, omission);
            // What the context made an error of is one the next time too.
            Told.GetOrCreateValue(request.Context).Add((omission.Event, omission.Subject));
        }
    }

    /// <summary>All that the call leaves out, told before or not.</summary>
    public static IReadOnlyList<Omission> Of(BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked)
        => Find(request, rows, areAll, tracked, told: null);

    private static List<Omission> Find(BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, HashSet<(int Event, string Subject)>? told)
    {
        List<Omission> found = [];
        // The SQL of BulkExecute promises nothing of this.
        if (request.Statement is not null)
            return found;
        string context = request.Context.GetType().Name;
        if (!IsTold(EventIds.SaveChangesBypassed, context) && BypassedSaveChanges.Of(request.Context) is { } sentence)
            found.Add(new(EventIds.SaveChangesBypassed, context, sentence));
        switch (request.Operation)
        {
            case BulkOperation.Insert:
                found.AddRange(new LeftOutEntities(request, tracked, name => IsTold(EventIds.RelatedEntitiesLeftOut, name)).Find(rows, areAll)
                    .Select(left => new Omission(EventIds.RelatedEntitiesLeftOut, left.Navigation, left.Sentence)));
                break;
            case BulkOperation.Update or BulkOperation.Delete:
                IEntityType root = request.EntityType.GetRootType();
                if (!IsTold(EventIds.QueryFilterNotApplied, root.Name) && EFCoreVersion.HasQueryFilter(root))
                    found.Add(new(EventIds.QueryFilterNotApplied, root.Name, FilterNotApplied(request.Operation, root)));
                break;
            default:
                throw new UnreachableException($"{request.Operation} has no rule for what it leaves out.");
        }

        return found;

        bool IsTold(int number, string subject) => told?.Contains((number, subject)) == true;
    }

    private static string FilterNotApplied(BulkOperation operation, IEntityType root)
        => $"'{root.DisplayName()}' has a query filter, which Bulk{operation} does not apply: it finds the rows given by their keys, those too that the filter hides.";

    private static void Log(ILogger logger, Omission omission)
    {
        switch (omission.Event)
        {
            case EventIds.SaveChangesBypassed:
                Diagnostics.Log.SaveChangesBypassed(logger, omission.Sentence);
                break;
            case EventIds.RelatedEntitiesLeftOut:
                Diagnostics.Log.RelatedEntitiesLeftOut(logger, omission.Sentence);
                break;
            case EventIds.QueryFilterNotApplied:
                Diagnostics.Log.QueryFilterNotApplied(logger, omission.Sentence);
                break;
            default:
                throw new UnreachableException($"{omission.Event} is no event of what is left out.");
        }
    }
}
