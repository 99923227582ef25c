using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Results;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>One table of cells, filled in every way there is.</summary>
internal sealed class StoredCells<T, TOptional>(TestDatabase database, Func<T, TOptional> lift)
{
    public async Task InsertEveryWayAsync(T[] values)
    {
        Cell<T, TOptional>[] rows = Rows(values);
        List<string> saved = await SaveAsync(rows);
        foreach (BulkStrategy strategy in EveryStrategy.Inserts.Append(BulkStrategy.LoadData).Where(CanSend))
        {
            await database.ExecuteAsync("DELETE FROM cells");
            await using ModelContext context = database.Context();
            await context.BulkInsertAsync(rows, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
            AssertSame(saved, await StoredAsync(), $"insert by {strategy}");
        }
    }

    public async Task UpdateEveryWayAsync(T[] values)
    {
        // A list derives its column types from its rows, so the order of the rows must not matter.
        foreach (T[] order in (T[][])[values, [.. values.Reverse()]])
        {
            Cell<T, TOptional>[] rows = Rows(order);
            List<string> saved = await SaveAsync(rows);
            foreach (BulkStrategy strategy in EveryStrategy.Updates(database.Server.Server.Kind).Where(CanSend))
            {
                await SaveAsync(Rows([.. order.Skip(1), order[0]]));
                await using ModelContext context = database.Context();
                await context.BulkUpdateAsync(rows, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
                AssertSame(saved, await StoredAsync(), $"update by {strategy}");
            }
        }
    }

    /// <summary>What is stored is read by the driver and by the library.</summary>
    public async Task ReadBothWaysAsync()
    {
        await using ModelContext context = database.Context();
        TableMap table = TableMaps.Of(context.Model.FindEntityType(typeof(Cell<T, TOptional>))!);
        ColumnMap[] columns = [.. table.Columns.Where(column => column.Kind != ValueKind.Other)];
        string query = $"SELECT {string.Join(",", columns.Select(column => column.Name))} FROM cells ORDER BY Id";
        await context.Database.OpenConnectionAsync();
        await using DbCommand command = context.Database.GetDbConnection().CreateCommand();
        command.CommandText = query;
        await using DbDataReader driver = await command.ExecuteReaderAsync();
        BorrowedSession session = await database.Server.OpenAsync(more: $"Database={database.Name}");
#if CONNECTORNET
        await session.QueryAsync("SET character_set_results=utf8mb4");
#endif
        QueryRows rows = new();
        Flight flight = session.StartFlight(FlightLimits.Default, new FlightOutcomes(0));
        flight.Query(query, rows);
        await flight.CompleteAsync();
        await using DbDataReader own = new TextRowReader(rows);
        Assert.True(own.HasRows);
        while (await driver.ReadAsync())
        {
            Assert.True(await own.ReadAsync());
            for (int i = 0; i < columns.Length; i++)
                Assert.Equal(ValueOf(columns[i], driver, i), ValueOf(columns[i], own, i));
        }

        Assert.False(await own.ReadAsync());
        await session.CloseAsync();
    }

    // A value that cannot be prepared goes as the driver writes it, on the context's connection.
    private bool CanSend(BulkStrategy strategy)
    {
        using ModelContext context = database.Context();
        ColumnMap column = TableMaps.Of(context.Model.FindEntityType(typeof(Cell<T, TOptional>))!).Columns.Single(each => each.Name == nameof(Cell<T, TOptional>.Value));
        return column.CanBePrepared || strategy is not (BulkStrategy.PreparedMultiRow or BulkStrategy.PreparedValuesJoin or BulkStrategy.PipelinedArrayBatch or BulkStrategy.LoadData);
    }

    // The driver cannot read a time that was rounded to 24:00:00.
    private static object? ValueOf(ColumnMap column, DbDataReader reader, int ordinal)
    {
        try
        {
            return column.ToProvider(GeneratedValueReader.Read(column, reader, ordinal));
        }
        catch (Exception exception) when ((exception is ConverterException ? exception.InnerException : exception) is ArgumentOutOfRangeException failure)
        {
            return failure.GetType();
        }
    }

    private static void AssertSame(List<string> expected, List<string> actual, string how)
    {
        Assert.Equal(expected.Count, actual.Count);
        foreach ((string saved, string stored) in expected.Zip(actual))
            Assert.True(saved == stored, $"{how}: SaveChanges stored {saved}, it stored {stored}");
    }

    private Cell<T, TOptional>[] Rows(T[] values)
    {
        List<Cell<T, TOptional>> rows = [new() { Value = values[0] }, .. values.Select(value => new Cell<T, TOptional> { Value = value, Optional = lift(value) })];
        if (rows.Count % 2 == 1)
            rows.Add(new() { Value = values[^1] });
        for (int i = 0; i < rows.Count; i++)
            rows[i].Id = i + 1;
        return [.. rows];
    }

    private async Task<List<string>> SaveAsync(Cell<T, TOptional>[] rows)
    {
        await database.ExecuteAsync("DELETE FROM cells");
        await using ModelContext context = database.Context();
        context.AddRange(rows);
        await context.SaveChangesAsync();
        return await StoredAsync();
    }

    private async Task<List<string>> StoredAsync()
    {
        await using ModelContext context = database.Context();
        string type = context.Model.FindEntityType(typeof(Cell<T, TOptional>))!.FindProperty("Value")!.GetColumnType();
        string query = $"SELECT CAST(Id AS CHAR),{StoredText.Of("Value", type)},{StoredText.Of("Optional", type)} FROM cells ORDER BY Id";
        return [.. (await database.QueryAsync(query)).Select(row => string.Join(" | ", row.Select(v => v ?? "NULL")))];
    }
}
