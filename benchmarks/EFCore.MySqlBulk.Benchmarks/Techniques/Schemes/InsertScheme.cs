using System.Data;
using System.Globalization;
using System.Text;
using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;

/// <summary>Inserts rows into an empty table; the server generates their keys.</summary>
internal sealed class InsertScheme : SchemeOperation
{
    private const string Head = "INSERT INTO bench_users (name, age, email, score, created_at) VALUES ";
    private const string PlaceholderSql = Head + "({0}, {1}, {2}, {3}, {4})";

    public override string Name => "insert";

    public override bool NeedsRows => false;

    public override string Sql => Head + "(@p0, @p1, @p2, @p3, @p4)";

    public override DbType[] Types { get; } = [DbType.String, DbType.Int32, DbType.String, DbType.Double, DbType.DateTime];

    protected override string SetBasedName => "multi-row VALUES";

    public override object[] Values(BenchUser user) => [user.Name, user.Age, user.Email, user.Score, user.CreatedAt];

    public override IEnumerable<BenchUser> Stored(BenchUser[] users) => users;

    protected override IEnumerable<BulkScheme> Bulk(BenchDatabase database) =>
    [
        Executed(database, BulkStrategy.MultiStatement, PlaceholderSql, Parameters),
        Executed(database, BulkStrategy.PipelinedArrayBatch, PlaceholderSql, Parameters),
        new(
            database,
            "BulkInsert, PipelinedArrayBatch",
            static (context, users) => context.BulkInsertAsync(users, new BulkInsertOptions { Strategy = BulkStrategy.PipelinedArrayBatch })),
        new(database, "BulkInsert, Auto", static (context, users) => context.BulkInsertAsync(users)),
    ];

    protected override void WriteStatement(StringBuilder text, BenchUser user) => WriteRow(text.Append(Head), user);

    protected override void WriteSetBased(StringBuilder text, BenchUser[] users, ServerVersion version) => WriteList(text.Append(Head), users, WriteRow);

    private static (string, int, string, double, DateTime) Parameters(BenchUser user) => (user.Name, user.Age, user.Email, user.Score, user.CreatedAt);

    private static void WriteRow(StringBuilder text, BenchUser u) => text.Append(
        CultureInfo.InvariantCulture, $"('{u.Name}',{u.Age},'{u.Email}',{u.Score:R},'{u.CreatedAt:yyyy-MM-dd HH:mm:ss.ffffff}')");
}
