using EFCore.MySqlBulk.Benchmarks.Data;
using LinqToDB.Data;
using LinqToDB.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Competitors;

/// <summary>linq2db's BulkCopy on a context: multi-row statements in one transaction. It writes no keys to the entities.</summary>
internal sealed class LinqToDBTechnique(BenchDatabase database) : Technique(TechniqueKind.LinqToDB)
{
    // As a literal, its text of a DateTime ends with the milliseconds.
    private static readonly BulkCopyOptions Options = new() { BulkCopyType = BulkCopyType.MultipleRows, UseParameters = true };

    private long _copied;

    public override long? RowsAffected => _copied;

    public override async Task RunAsync(BenchUser[] users)
    {
        await using BenchContext context = database.Context();
        _copied = await CopyAsync(context, users);
    }

    /// <summary>Copies rows into their entity type's table, in one transaction.</summary>
    /// <returns>How many linq2db says it copied.</returns>
    public static async Task<long> CopyAsync<TRow>(DbContext context, TRow[] rows)
        where TRow : class
    {
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync();
        BulkCopyRowsCopied result = await context.BulkCopyAsync(Options, rows);
        await transaction.CommitAsync();
        return result.RowsCopied;
    }
}
