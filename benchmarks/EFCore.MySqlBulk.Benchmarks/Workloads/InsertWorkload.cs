using System.Data;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
#if !CONNECTORNET
using EFCore.MySqlBulk.Benchmarks.Techniques.Competitors;
#endif
#if PEERS
using EFCore.MySqlBulk.Benchmarks.Techniques.Competitors.Peers;
#endif

namespace EFCore.MySqlBulk.Benchmarks.Workloads;

/// <summary>Inserts rows into an empty table with generated keys.</summary>
internal sealed class InsertWorkload(BenchDatabase database) : Workload(database)
{
    private const string Columns = "name, age, email, score, created_at";

    public override string Name => "insert";

    public override int TableRows => 0;

    public override IReadOnlyList<Technique> Techniques { get; } =
    [
        new RowByRowTechnique(
            database,
            $"INSERT INTO bench_users ({Columns}) VALUES (@p0, @p1, @p2, @p3, @p4)",
            static u => [u.Name, u.Age, u.Email, u.Score, u.CreatedAt],
            [DbType.String, DbType.Int32, DbType.String, DbType.Double, DbType.DateTime]),
        new SaveChangesTechnique(database, static (context, users) => context.AddRange(users)),
        new BulkTechnique(database, static (context, users) => context.BulkInsertAsync(users)),
        new BulkTechnique(
            database,
            static (context, users) => context.BulkInsertAsync(users, new() { Pipelining = BulkPipelining.Never }),
            TechniqueKind.BulkUnpipelined),
        .. database.AllowsLocalInfile ? LoadData(database) : [],
#if !CONNECTORNET
        new LinqToDBTechnique(database),
        .. database.AllowsLocalInfile ? (Technique[])[new BulkCopyTechnique(database)] : [],
#endif
#if PEERS
        .. database.AllowsLocalInfile ? PeerTechniques.Inserts(database) : [],
#endif
        new FloorTechnique(database, $"INSERT INTO bench_users ({Columns}) SELECT {Columns} FROM {FloorTechnique.Source} ORDER BY id"),
    ];

    // The other techniques keep the driver's default: no file of the client's is sent.
    private static Technique[] LoadData(BenchDatabase database)
    {
        BenchDatabase loading = database.LoadingData();
        return
        [
            new BulkTechnique(loading, static (context, users) => context.BulkInsertAsync(users), TechniqueKind.BulkLoadData),
            new BulkTechnique(loading, static (context, users) => context.BulkInsertAsync(users, new() { ReturnKeys = false }), TechniqueKind.BulkLoadDataWithoutKeys),
        ];
    }

    public override async Task<BenchUser[]> PrepareAsync(int count, int run)
    {
        await using BenchContext context = await Database.OpenAsync();
        await context.ExecuteAsync("TRUNCATE TABLE bench_users");
        return UserRows.New(count, run);
    }

    public override Task VerifyAsync(BenchUser[] users, Technique technique) => VerifyAsync(Database, users, technique);

    /// <summary>Compares the rows that are stored in a database with those that were inserted.</summary>
    public static async Task VerifyAsync(BenchDatabase database, BenchUser[] users, Technique technique)
    {
        await using BenchContext context = await database.OpenAsync();
        List<BenchUser> stored = await StoredUsers.ReadAsync(context, users.Length + 1);
        Require(stored.Count == users.Length, technique, $"{stored.Count} rows are stored instead of {users.Length}");
        for (int i = 0; i < users.Length; i++)
        {
            Require(UserRows.SameValues(users[i], stored[i]), technique, $"row {i} is stored with other values");
            Require(!technique.WritesKeys || users[i].Id == stored[i].Id, technique, $"row {i} got the key {users[i].Id}, stored is {stored[i].Id}");
        }
    }
}
