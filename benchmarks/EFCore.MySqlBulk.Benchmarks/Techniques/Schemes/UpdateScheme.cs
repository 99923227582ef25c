using System.Data;
using System.Globalization;
using System.Text;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Workloads;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;

/// <summary>Updates one column, the indexed one, by key, with a different value for each row.</summary>
internal sealed class UpdateScheme : SchemeOperation
{
    private const string PlaceholderSql = "UPDATE bench_users SET age = {0} WHERE id = {1}";

    public override string Name => "update";

    public override bool NeedsRows => true;

    public override string Sql => "UPDATE bench_users SET age = @p0 WHERE id = @p1";

    public override DbType[] Types { get; } = [DbType.Int32, DbType.Int64];

    protected override string SetBasedName => "join with a VALUES list";

    public override object[] Values(BenchUser user) => [user.Age, user.Id];

    public override IEnumerable<BenchUser> Stored(BenchUser[] users)
    {
        BenchUser[] stored = UserRows.Keyed(users.Length, SchemeWorkload.SeedRun);
        for (int i = 0; i < stored.Length; i++)
            stored[i].Age = users[i].Age;
        return stored;
    }

    protected override IEnumerable<BulkScheme> Bulk(BenchDatabase database) =>
    [
        Executed(database, BulkStrategy.MultiStatement, PlaceholderSql, static u => (u.Age, u.Id)),
        Executed(database, BulkStrategy.PipelinedArrayBatch, PlaceholderSql, static u => (u.Age, u.Id)),
        new(
            database,
            "BulkUpdate, PipelinedArrayBatch",
            static (context, users) => context.BulkUpdateAsync(users, new() { Update = u => u.Age, Strategy = BulkStrategy.PipelinedArrayBatch })),
        new(database, "BulkUpdate, Auto", static (context, users) => context.BulkUpdateAsync(users, new() { Update = u => u.Age })),
    ];

    protected override void WriteStatement(StringBuilder text, BenchUser user) =>
        text.Append(CultureInfo.InvariantCulture, $"UPDATE bench_users SET age = {user.Age} WHERE id = {user.Id}");

    protected override void WriteSetBased(StringBuilder text, BenchUser[] users, ServerVersion version)
    {
        bool isMariaDb = version.Type == ServerType.MariaDb;
        text.Append(isMariaDb ? "UPDATE (SELECT 0 AS id, 0 AS age UNION ALL VALUES " : "UPDATE (VALUES ");
        string row = isMariaDb ? "(" : "ROW(";
        WriteList(text, users, (to, user) => to.Append(row).Append(CultureInfo.InvariantCulture, $"{user.Id},{user.Age})"));
        text.Append(isMariaDb ? ") v" : ") AS v (id, age)").Append(" STRAIGHT_JOIN bench_users t ON t.id = v.id SET t.age = v.age");
    }
}
