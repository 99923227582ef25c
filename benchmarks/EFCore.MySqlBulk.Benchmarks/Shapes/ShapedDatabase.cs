using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Benchmarks.Shapes;

/// <summary>The run's database, for contexts of a shape's table.</summary>
internal sealed class ShapedDatabase<TRow>(BenchDatabase database, Shape<TRow> shape, bool loadsData = false)
    where TRow : ShapedRow
{
    private const int RowsPerInsert = 200;

    private readonly DbContextOptions<ShapedContext> _options = Options(database, loadsData);

    public Shape<TRow> Shape => shape;

    /// <summary>The table that deleted rows are restored from.</summary>
    public string Copy { get; } = $"{shape.Table}_copy";

    public ShapedContext Context() => new(_options);

    /// <summary>A context whose connection is open, for work that is not timed.</summary>
    public async Task<ShapedContext> OpenAsync()
    {
        ShapedContext context = Context();
        await context.Database.OpenConnectionAsync();
        return context;
    }

    /// <summary>The same table, by connections on which the library may choose LOAD DATA.</summary>
    public ShapedDatabase<TRow> LoadingData() => new(database.LoadingData(), shape, loadsData: true);

    /// <summary>Creates the tables, and fills the shape's one and its copy.</summary>
    public async Task LoadAsync(int rows)
    {
        await using ShapedContext context = await OpenAsync();
        if (await context.CountAsync($"SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '{shape.Table}'") == 0)
            await context.GetService<IRelationalDatabaseCreator>().CreateTablesAsync();
        await context.ExecuteAsync($"TRUNCATE TABLE {shape.Table}");
        if (rows == 0)
            return;
        await FillAsync(context, shape.Table, UserRows.Keyed(rows, run: 0).Select(shape.RowOf));
        await LoadedTable.CopyAsync(context, shape.Table, Copy);
    }

    /// <summary>A context whose connection has the temporary table of the floor, with the rows of users.</summary>
    public async Task<DbContext> OpenSourceAsync(BenchUser[] users)
    {
        ShapedContext context = await OpenAsync();
        string index = context.Model.FindEntityType(typeof(TRow))!.GetIndexes().Single().GetDatabaseName()!;
        await FloorTechnique.CreateSourceAsync(context, shape.Table, index);
        await FillAsync(context, FloorTechnique.Source, users.Select(shape.RowOf));
        return context;
    }

    private Task FillAsync(ShapedContext context, string table, IEnumerable<TRow> rows)
    {
        // An insert's rows have no key yet, but their table needs one.
        long next = 1;
        return context.FillAsync($"{table} (Id, {shape.List})", rows, RowsPerInsert, (command, row) =>
            string.Join(',', ((object?[])[row.Id != 0 ? row.Id : next++, .. shape.ValuesOf(row)]).Select(value => Add(command, value))));
    }

    private static string Add(DbCommand command, object? value)
    {
        DbParameter parameter = command.CreateParameter();
        (parameter.ParameterName, parameter.Value) = ($"@p{command.Parameters.Count}", value ?? DBNull.Value);
        command.Parameters.Add(parameter);
        return parameter.ParameterName;
    }

    private static DbContextOptions<ShapedContext> Options(BenchDatabase database, bool loadsData)
    {
        DbContextOptionsBuilder<ShapedContext> options = new DbContextOptionsBuilder<ShapedContext>()
            .UseMySql(database.ConnectionString, database.Version, o => o.MaxBatchSize(BenchDatabase.SaveChangesBatch));
        return (loadsData ? options.UseMySqlBulk(bulk => bulk.AllowLoadData()) : options).Options;
    }
}
