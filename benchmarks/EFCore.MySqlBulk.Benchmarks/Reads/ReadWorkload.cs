using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Reads;

/// <summary>Reads entities by keys that are spread over the whole table, in no order; all techniques of a round read by other keys.</summary>
internal sealed class ReadWorkload(BenchDatabase database) : Workload(database)
{
    private const int ChunkKeys = 1_000;
    private static readonly BulkReadOptions<BenchUser> Unpipelined = new() { Pipelining = BulkPipelining.Never };

    public override string Name => "read by keys";

    public override int TableRows => LoadedTable.Rows;

    public override IReadOnlyList<Technique> Techniques { get; } =
    [
        new ReadTechnique(database, ReadTechnique.Contains, inOrder: false, tracks: false, (users, keys) => InChunksAsync(users, keys)),
        new ReadTechnique(database, "BulkRead", inOrder: true, tracks: false, async (users, keys) => [.. (await users.BulkReadAsync(keys)).Select(user => user!)]),
        new ReadTechnique(database, "BulkRead, Pipelining = Never", inOrder: true, tracks: false, async (users, keys) => [.. (await users.BulkReadAsync(keys, Unpipelined)).Select(user => user!)]),
        new ReadTechnique(database, "WhereKeys", inOrder: false, tracks: false, (users, keys) => users.WhereKeys(keys).ToListAsync()),
        new ReadTechnique(database, ReadTechnique.WithoutKeys, inOrder: false, tracks: false, (users, keys) => users.Take(keys.Length).ToListAsync()),
        new ReadTechnique(database, ReadTechnique.Contains, inOrder: false, tracks: true, (users, keys) => InChunksAsync(users, keys)),
        new ReadTechnique(database, "BulkRead", inOrder: true, tracks: true, async (users, keys) => [.. (await users.BulkReadAsync(keys)).Select(user => user!)]),
    ];

    public override Task LoadAsync() => LoadedTable.LoadAsync(Database);

    public override Task<BenchUser[]> PrepareAsync(int count, int run)
    {
        BenchUser[] all = UserRows.Keyed(LoadedTable.Rows, run: 0);
        new Random(run).Shuffle(all);
        return Task.FromResult(all[..count]);
    }

    public override Task VerifyAsync(BenchUser[] users, Technique technique)
    {
        ReadTechnique reading = (ReadTechnique)technique;
        List<BenchUser> read = reading.TakeRead();
        Require(read.Count == users.Length, technique, $"{read.Count} entities were read instead of {users.Length}");
        if (!reading.InOrder)
            read.Sort((a, b) => a.Id.CompareTo(b.Id));
        BenchUser[] expected = reading.Name.StartsWith(ReadTechnique.WithoutKeys, StringComparison.Ordinal) ? UserRows.Keyed(users.Length, run: 0)
            : reading.InOrder ? users
            : [.. users.OrderBy(user => user.Id)];
        for (int i = 0; i < expected.Length; i++)
            Require(read[i].Id == expected[i].Id && UserRows.SameValues(read[i], expected[i]), technique, $"entity {i} is {read[i].Id} instead of {expected[i].Id}, or has other values");
        return Task.CompletedTask;
    }

    private static async Task<List<BenchUser>> InChunksAsync(IQueryable<BenchUser> users, long[] keys)
    {
        List<BenchUser> read = new(keys.Length);
        foreach (long[] chunk in keys.Chunk(ChunkKeys))
            read.AddRange(await users.Where(user => chunk.Contains(user.Id)).ToListAsync());
        return read;
    }
}
