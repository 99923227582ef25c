using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
#if !CONNECTORNET
using EFCore.MySqlBulk.Benchmarks.Techniques.Competitors;
#endif
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Shapes;

/// <summary>The standard operations on tables of few and of many columns. An update writes all columns.</summary>
internal static class ShapedWorkloads
{
    /// <summary>The numbers of columns that there is a table of.</summary>
    public static IReadOnlyList<int> Columns { get; } = [3, 30];

    /// <summary>What an operation on such a table is called.</summary>
    public static string NameOf(string operation, int columns) => $"{operation}, {columns} columns";

    /// <summary>Null if no such operation has the name.</summary>
    public static Workload? Create(string name, int tableRows, BenchDatabase database) => name.Split(", ") switch
    {
        [string operation, "3 columns"] => Create(name, operation, tableRows, database, NarrowRow.Shape),
        [string operation, "30 columns"] => Create(name, operation, tableRows, database, BroadRow.Shape),
        _ => null,
    };

    private static ShapedWorkload<TRow>? Create<TRow>(string name, string operation, int tableRows, BenchDatabase database, Shape<TRow> shape)
        where TRow : ShapedRow
    {
        ShapedDatabase<TRow> shaped = new(database, shape);
        return operation switch
        {
            "insert" => new(name, database, shaped, tableRows: 0, [.. Inserts(database, shaped)]),
            "update" => new(name, database, shaped, tableRows, [.. Updates(shaped)]),
            "delete" => new(name, database, shaped, tableRows, [.. Deletes(shaped)]),
            _ => null,
        };
    }

    private static IEnumerable<Technique> Inserts<TRow>(BenchDatabase database, ShapedDatabase<TRow> shaped)
        where TRow : ShapedRow
    {
        Shape<TRow> shape = shaped.Shape;
        yield return Saved(shaped, static (context, rows) => context.AddRange(rows));
        yield return Bulk(shaped, static (context, rows) => context.BulkInsertAsync(rows));
        if (database.AllowsLocalInfile)
        {
            ShapedDatabase<TRow> loading = shaped.LoadingData();
            yield return Bulk(loading, static (context, rows) => context.BulkInsertAsync(rows), TechniqueKind.BulkLoadData);
            yield return Bulk(loading, static (context, rows) => context.BulkInsertAsync(rows, new() { ReturnKeys = false }), TechniqueKind.BulkLoadDataWithoutKeys);
        }

#if !CONNECTORNET
        yield return new ShapedTechnique<TRow>(TechniqueKind.LinqToDB, shape, async rows =>
        {
            await using ShapedContext context = shaped.Context();
            await LinqToDBTechnique.CopyAsync(context, rows);
            return null;
        });
        if (database.AllowsLocalInfile)
            yield return Copied(BulkCopyTechnique.ConnectionStringOf(database), shape);
#endif
        yield return Floor(shaped, $"INSERT INTO {shape.Table} ({shape.List}) SELECT {shape.List} FROM {FloorTechnique.Source} ORDER BY Id");
    }

    private static IEnumerable<Technique> Updates<TRow>(ShapedDatabase<TRow> shaped)
        where TRow : ShapedRow
    {
        string set = string.Join(", ", shaped.Shape.Columns.Select(column => $"t.{column} = s.{column}"));
        yield return Saved(shaped, static (context, rows) => context.UpdateRange(rows));
        yield return Bulk(shaped, static (context, rows) => context.BulkUpdateAsync(rows));
        yield return Floor(shaped, $"UPDATE {FloorTechnique.Source} s STRAIGHT_JOIN {shaped.Shape.Table} t ON t.Id = s.Id SET {set}");
    }

    private static IEnumerable<Technique> Deletes<TRow>(ShapedDatabase<TRow> shaped)
        where TRow : ShapedRow
    {
        yield return Saved(shaped, static (context, rows) => context.RemoveRange(rows));
        yield return Bulk(shaped, static (context, rows) => context.BulkDeleteAsync(rows));
        yield return Floor(shaped, $"DELETE t FROM {FloorTechnique.Source} s STRAIGHT_JOIN {shaped.Shape.Table} t ON t.Id = s.Id");
    }

    private static ShapedTechnique<TRow> Saved<TRow>(ShapedDatabase<TRow> shaped, Action<ShapedContext, TRow[]> track)
        where TRow : ShapedRow => new(TechniqueKind.SaveChanges, shaped.Shape, async rows =>
    {
        await using ShapedContext context = shaped.Context();
        context.ChangeTracker.AutoDetectChangesEnabled = false;
        track(context, rows);
        await context.SaveChangesAsync();
        return null;
    });

    private static ShapedTechnique<TRow> Bulk<TRow>(ShapedDatabase<TRow> shaped, Func<ShapedContext, TRow[], Task<BulkResult>> call, TechniqueKind kind = TechniqueKind.Bulk)
        where TRow : ShapedRow => new(kind, shaped.Shape, async rows =>
    {
        await using ShapedContext context = shaped.Context();
        return await call(context, rows);
    });

#if !CONNECTORNET
    private static ShapedTechnique<TRow> Copied<TRow>(string connectionString, Shape<TRow> shape)
        where TRow : ShapedRow => new(TechniqueKind.MySqlBulkCopy, shape, async rows =>
    {
        using RowRecords records = new(rows.Length, shape.Columns, (i, values) => rows[i].CopyTo(values));
        await BulkCopyTechnique.CopyAsync(connectionString, shape.Table, records);
        return null;
    });
#endif

    private static FloorTechnique Floor<TRow>(ShapedDatabase<TRow> shaped, string sql)
        where TRow : ShapedRow => new(shaped.OpenSourceAsync, sql);
}
