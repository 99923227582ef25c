using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;

/// <summary>
/// A scheme that a program can write with the driver alone, either committing each statement or in one transaction. The calls are synchronous, as in the
/// report: for sequential work that is each driver's fastest mode.
/// </summary>
internal abstract class DriverScheme(BenchDatabase database, string name, bool inTransaction) : Scheme(inTransaction ? $"{name}, transaction" : name)
{
    private long _affected;

    public override long? RowsAffected => _affected;

    public override async Task RunAsync(BenchUser[] users)
    {
        await using BenchContext context = database.Context();
        DbConnection connection = context.Database.GetDbConnection();
        connection.Open();
        using DbTransaction? transaction = inTransaction ? connection.BeginTransaction() : null;
        _affected = Send(connection, transaction, users);
        transaction?.Commit();
    }

    /// <summary>Sends all rows and adds up how many were affected.</summary>
    protected abstract long Send(DbConnection connection, DbTransaction? transaction, BenchUser[] users);

    protected static DbCommand Command(DbConnection connection, DbTransaction? transaction, string sql)
    {
        DbCommand command = connection.CreateCommand();
        command.CommandText = sql;
        command.Transaction = transaction;
        return command;
    }
}
