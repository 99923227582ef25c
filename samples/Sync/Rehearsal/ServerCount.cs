using Microsoft.EntityFrameworkCore;
using Sync.Model;

namespace Sync.Rehearsal;

/// <summary>How many rows MySQL has inserted, updated and deleted in the table, by its own count.</summary>
internal static class ServerCount
{
    private const string Sql = """
        SELECT CAST(COUNT_INSERT + COUNT_UPDATE + COUNT_DELETE AS SIGNED) AS Value
        FROM performance_schema.table_io_waits_summary_by_table
        WHERE OBJECT_SCHEMA = DATABASE() AND OBJECT_NAME = 'cities'
        """;

    public static async Task<long> ReadAsync(CitiesContext context, CancellationToken cancellationToken)
        => (await context.Database.SqlQueryRaw<long>(Sql).ToListAsync(cancellationToken)).Single();
}
