using System.Data;
using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Benchmarks.Techniques;

/// <summary>Hand-written ADO.NET: one prepared statement, executed once per row, in one transaction. It writes no keys to the entities.</summary>
internal sealed class RowByRowTechnique(BenchDatabase database, string sql, Func<BenchUser, object[]> values, DbType[] types)
    : Technique(TechniqueKind.RowByRow)
{
    private long _affected;

    public override bool IsSlow => true;

    public override long? RowsAffected => _affected;

    public override async Task RunAsync(BenchUser[] users)
    {
        _affected = 0;
        await using BenchContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync();
        await using DbCommand command = context.Command(sql);
        for (int i = 0; i < types.Length; i++)
            AddParameter(command, $"@p{i}", types[i]);
        await command.PrepareAsync();
        foreach (BenchUser user in users)
        {
            object[] row = values(user);
            for (int i = 0; i < row.Length; i++)
                command.Parameters[i].Value = row[i];
            _affected += await command.ExecuteNonQueryAsync();
        }
        await transaction.CommitAsync();
    }

    private static void AddParameter(DbCommand command, string name, DbType type)
    {
        DbParameter parameter = command.CreateParameter();
        (parameter.ParameterName, parameter.DbType) = (name, type);
        command.Parameters.Add(parameter);
    }
}
