using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Shapes;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Workloads;

/// <summary>An operation: the state of the table before a run, the rows, the techniques, and what must be true afterwards.</summary>
internal abstract class Workload(BenchDatabase database)
{
    protected BenchDatabase Database { get; } = database;

    public abstract string Name { get; }

    /// <summary>The number of rows in the table before a run.</summary>
    public abstract int TableRows { get; }

    public abstract IReadOnlyList<Technique> Techniques { get; }

    /// <summary>Fills the tables, once.</summary>
    public virtual Task LoadAsync() => Task.CompletedTask;

    /// <summary>Brings the table to its state before a run and makes the rows for it.</summary>
    /// <param name="count">The number of rows to send.</param>
    /// <param name="run">A number that no earlier run had.</param>
    public abstract Task<BenchUser[]> PrepareAsync(int count, int run);

    /// <summary>Compares the stored rows with the expected ones, row by row.</summary>
    public abstract Task VerifyAsync(BenchUser[] users, Technique technique);

    /// <param name="name">The operation.</param>
    /// <param name="tableRows">The rows of the table that updates and deletes work on.</param>
    /// <param name="database">The database.</param>
    public static Workload Create(string name, int tableRows, BenchDatabase database) => name switch
    {
        "insert" => new InsertWorkload(database),
        "update" => new UpdateWorkload(database, tableRows),
        DeleteWorkload.Contiguous => new DeleteWorkload(database, tableRows, isScattered: false),
        DeleteWorkload.Scattered => new DeleteWorkload(database, tableRows, isScattered: true),
        _ => ShapedWorkloads.Create(name, tableRows, database) ?? throw new ArgumentOutOfRangeException(nameof(name), name, null),
    };

    protected static async Task RequireRowsAsync(DbContext context, string table, int expected, Technique technique)
    {
        long rows = await context.CountAsync($"SELECT COUNT(*) FROM {table}");
        Require(rows == expected, technique, $"the table holds {rows} rows instead of {expected}");
    }

    protected static async Task RequireFirstKeyAsync(DbContext context, string table, int expected, Technique technique)
    {
        long first = await context.CountAsync($"SELECT MIN(id) FROM {table}");
        Require(first == expected, technique, $"the first key left is {first} instead of {expected}");
    }

    protected static void Require(bool isTrue, Technique technique, string what)
    {
        if (!isTrue)
            throw new WrongOutcomeException($"{technique.Name}: {what}");
    }
}
