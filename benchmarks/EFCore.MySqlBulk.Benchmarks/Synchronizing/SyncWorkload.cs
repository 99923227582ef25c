using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Synchronizing;

/// <summary>Makes a table equal to as many rows, of which one in a hundred differs: 8 of 1,000 have another score, one is new, and one of the stored rows is missing.</summary>
internal sealed class SyncWorkload : Workload
{
    private readonly int _mostRows;
    private readonly FullReadTechnique _read;
    private int _count;

    public SyncWorkload(BenchDatabase database, int mostRows)
        : base(database)
    {
        _mostRows = mostRows;
        _read = new(database);
        Techniques =
        [
            _read,
            new SyncTechnique("BulkSynchronize, one column", database, async (context, users) =>
                SyncOutcome.Of(await context.BulkSynchronizeAsync(users, new() { WholeTable = true, Update = u => u.Score }))),
            new SyncTechnique("BulkSynchronize, all columns", database, async (context, users) =>
                SyncOutcome.Of(await context.BulkSynchronizeAsync(users, new() { WholeTable = true }))),
            new SyncTechnique("BulkInsertOrUpdate, which deletes nothing", database, async (context, users) =>
                SyncOutcome.Of(await context.BulkInsertOrUpdateAsync(users))),
            new SyncTechnique("load all and SaveChanges", database, LoadAndSave.RunAsync, TechniqueKind.SaveChanges),
        ];
    }

    public override string Name => "synchronize";

    public override int TableRows => _count;

    public override IReadOnlyList<Technique> Techniques { get; }

    public override async Task LoadAsync()
    {
        await using BenchContext context = await Database.OpenAsync();
        await context.ExecuteAsync($"CREATE TABLE {LoadedTable.Copy} LIKE bench_users");
        await context.FillAsync(LoadedTable.Copy, UserRows.Keyed(_mostRows, run: 0));
    }

    public override async Task<BenchUser[]> PrepareAsync(int count, int run)
    {
        _count = count;
        await using BenchContext context = await Database.OpenAsync();
        await context.ExecuteAsync("TRUNCATE TABLE bench_users");
        await context.ExecuteAsync($"INSERT INTO bench_users SELECT * FROM {LoadedTable.Copy} WHERE id <= {count}");
        // Statistics of an empty table would mislead the optimizer.
        await context.TextAsync("ANALYZE TABLE bench_users");
        return [.. Enumerable.Range(1, count).Select(number => Given(number, count, run))];
    }

    public override async Task VerifyAsync(BenchUser[] users, Technique technique)
    {
        if (technique == _read)
        {
            Require(_read.Read.Order().SequenceEqual(UserRows.Keyed(_count, run: 0).Select(user => (user.Id, user.Score))), technique, "it has read other rows");
            return;
        }

        SyncTechnique sync = (SyncTechnique)technique;
        bool deletes = !sync.Name.StartsWith("BulkInsertOrUpdate", StringComparison.Ordinal);
        int missing = users.Select((_, i) => i + 1).Count(IsMissing);
        int changed = users.Select((_, i) => i + 1).Count(IsChanged);
        SyncOutcome expected = new(missing, changed, users.Length - missing - changed, deletes ? missing : 0);
        Require(sync.Outcome == expected, technique, $"{sync.Outcome} instead of {expected}");
        await using BenchContext context = await Database.OpenAsync();
        Dictionary<long, BenchUser> stored = (await StoredUsers.ReadAsync(context, (users.Length * 2) + 1)).ToDictionary(user => user.Id);
        Require(stored.Count == users.Length + (deletes ? 0 : missing), technique, $"{stored.Count} rows are stored");
        foreach (BenchUser user in users)
            Require(stored.TryGetValue(user.Id, out BenchUser? row) && UserRows.SameValues(user, row), technique, $"the row with the key {user.Id} is missing or stored with other values");
    }

    private static BenchUser Given(int number, int count, int run)
    {
        // In place of a missing row there is a new one.
        BenchUser user = IsMissing(number) ? UserRows.One(0, count + number, 0) : UserRows.One(number, number, 0);
        user.Score += IsChanged(number) ? run : 0;
        return user;
    }

    private static bool IsMissing(int number) => number % 1_000 == 1;

    private static bool IsChanged(int number) => number % 125 == 3;
}
