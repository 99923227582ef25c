using System.Diagnostics;
using EFCore.MySqlBulk;
using Microsoft.EntityFrameworkCore;

namespace Telemetry;

/// <summary>The import that is observed: its own span is the parent of the call's.</summary>
internal sealed class Import(DbContextOptions<ReadingsContext> options)
{
    public const string SourceName = "Telemetry.Import";

    private static readonly ActivitySource Source = new(SourceName);

    public async Task<BulkResult> RunAsync(IReadOnlyList<Reading> readings, CancellationToken cancellationToken = default)
    {
        using Activity? span = Source.StartActivity("import readings");
        await using ReadingsContext context = new(options);
        return await context.BulkInsertAsync(readings, cancellationToken: cancellationToken);
    }
}
