using System.Data.Common;
using System.Globalization;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;

/// <summary>Queries with known answers: if a call leaves bytes behind in a connection, the next query gets a wrong answer.</summary>
internal static class OrdinaryQueries
{
    /// <summary>Fails unless each of many queries on a context's connection gets its own answer.</summary>
    public static async Task GetTheirOwnAnswersAsync(DbContext context, int queries = 1_000)
    {
        await context.Database.OpenConnectionAsync();
        await using (DbCommand command = context.Database.GetDbConnection().CreateCommand())
        {
            for (int query = 0; query < queries; query++)
            {
                command.CommandText = $"SELECT {query}";
                Assert.Equal(query, Convert.ToInt32(await command.ExecuteScalarAsync(), CultureInfo.InvariantCulture));
            }
        }
        await context.Database.CloseConnectionAsync();
    }
}
