using EFCore.MySqlBulk.Benchmarks.Data;
using LinqToDB.Data;
using LinqToDB.EntityFrameworkCore;
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
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync();
        BulkCopyRowsCopied result = await context.BulkCopyAsync(Options, users);
        await transaction.CommitAsync();
        _copied = result.RowsCopied;
    }
}
