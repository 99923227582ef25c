using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;

/// <summary>Queries with known answers: if a call leaves bytes behind in a connection, the next query gets a wrong answer.</summary>
internal static class OrdinaryQueries
{
    // An answer too many shifts the answers to all later queries; more queries wait for bytes that come late.
    private static readonly int Queries = FullRun.IsAsked ? 1_000 : 100;

    /// <summary>Fails unless each of many queries on a context's connection gets its own answer.</summary>
    public static async Task GetTheirOwnAnswersAsync(DbContext context, int? queries = null)
    {
        await context.Database.OpenConnectionAsync();
        await using (DbCommand command = context.Database.GetDbConnection().CreateCommand())
        {
            for (int query = 0; query < (queries ?? Queries); query++)
            {
                command.CommandText = $"SELECT {query}";
                Assert.Equal(query, Convert.ToInt32(await command.ExecuteScalarAsync(), CultureInfo.InvariantCulture));
            }
        }
        await context.Database.CloseConnectionAsync();
    }
}
