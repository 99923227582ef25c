using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Reads;

/// <summary>One way to read entities by their keys, in a new context.</summary>
internal sealed class ReadTechnique(BenchDatabase database, string way, bool inOrder, bool tracks, Func<IQueryable<BenchUser>, long[], Task<List<BenchUser>>> read)
    : Technique(TechniqueKind.Scheme)
{
    /// <summary>What the others are compared with.</summary>
    public const string Contains = "Where(Contains), 1,000 keys each";

    /// <summary>As many rows, from the first one on: what EF Core and the driver need together.</summary>
    public const string WithoutKeys = "the same number of rows, without keys";

    private long[] _keys = [];
    private List<BenchUser> _read = [];

    public override string Name => tracks ? $"{way}, tracked" : way;

    public string Way => way;

    public bool InOrder => inOrder;

    public bool Tracks => tracks;

    public override Task PrepareAsync(BenchUser[] users)
    {
        _keys = [.. users.Select(user => user.Id)];
        return Task.CompletedTask;
    }

    public override async Task RunAsync(BenchUser[] users)
    {
        await using BenchContext context = database.Context();
        _read = await read(tracks ? context.Users : context.Users.AsNoTracking(), _keys);
    }

    /// <summary>What the last run has read. It is given away, so that it takes no memory during the next one.</summary>
    public List<BenchUser> TakeRead()
    {
        List<BenchUser> last = _read;
        _read = [];
        return last;
    }
}
