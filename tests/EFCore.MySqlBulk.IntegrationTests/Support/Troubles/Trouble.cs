using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Troubles;

/// <summary>Real failures that the server causes on request.</summary>
public static class Trouble
{
    /// <summary>The server answers with an error of the given number.</summary>
    public static async Task SignalAsync(DbCommand before, int number)
    {
        await using DbCommand command = On(before, $"SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = {number}, MESSAGE_TEXT = 'made by a test'");
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>A query runs on the same connection, in the same transaction.</summary>
    public static async Task ReadAsync(DbCommand before, string query)
    {
        await using DbCommand command = On(before, query);
        await command.ExecuteScalarAsync();
    }

    /// <summary>Another session kills the connection.</summary>
    public static async Task KillAsync(DbCommand before, TestDatabase database)
    {
        await using DbCommand command = On(before, "SELECT CONNECTION_ID()");
        long id = Convert.ToInt64(await command.ExecuteScalarAsync(), CultureInfo.InvariantCulture);
        await database.ExecuteAsync($"KILL {id}");
    }

    /// <summary>The server's error number, whatever exception type the driver uses.</summary>
    public static int Number(Exception? exception)
        => exception is null ? 0 : exception.GetType().GetProperty("Number")?.GetValue(exception) is int and not 0 and var number ? number : Number(exception.InnerException);

    private static DbCommand On(DbCommand before, string text)
    {
        DbCommand command = before.Connection!.CreateCommand();
        command.CommandText = text;
        command.Transaction = before.Transaction;
        return command;
    }
}
