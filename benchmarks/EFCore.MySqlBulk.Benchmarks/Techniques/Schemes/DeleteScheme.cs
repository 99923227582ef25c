using System.Data;
using System.Globalization;
using System.Text;
using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;

/// <summary>Deletes rows by key.</summary>
internal sealed class DeleteScheme : SchemeOperation
{
    private const string PlaceholderSql = "DELETE FROM bench_users WHERE id = {0}";

    public override string Name => "delete";

    public override bool NeedsRows => true;

    public override string Sql => "DELETE FROM bench_users WHERE id = @p0";

    public override DbType[] Types { get; } = [DbType.Int64];

    protected override string SetBasedName => "IN() list";

    public override object[] Values(BenchUser user) => [user.Id];

    public override IEnumerable<BenchUser> Stored(BenchUser[] users) => [];

    protected override IEnumerable<BulkScheme> Bulk(BenchDatabase database) =>
    [
        Executed(database, BulkStrategy.MultiStatement, PlaceholderSql, static u => u.Id),
        Executed(database, BulkStrategy.PipelinedArrayBatch, PlaceholderSql, static u => u.Id),
        new(
            database,
            "BulkDelete, PipelinedArrayBatch",
            static (context, users) => context.BulkDeleteAsync(users, new BulkDeleteOptions { Strategy = BulkStrategy.PipelinedArrayBatch })),
        new(database, "BulkDelete, Auto", static (context, users) => context.BulkDeleteAsync(users)),
    ];

    protected override void WriteStatement(StringBuilder text, BenchUser user) =>
        text.Append(CultureInfo.InvariantCulture, $"DELETE FROM bench_users WHERE id = {user.Id}");

    protected override void WriteSetBased(StringBuilder text, BenchUser[] users, ServerVersion version)
    {
        text.Append("DELETE FROM bench_users WHERE id IN (");
        WriteList(text, users, static (to, user) => to.Append(CultureInfo.InvariantCulture, $"{user.Id}"));
        text.Append(')');
    }
}
