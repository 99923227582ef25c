using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>Inserts a graph: orders, and lines that refer to the key of their order, which the server generates. Each row in eleven is an order; the next ten are its lines. Without lines, each row is an order.</summary>
internal sealed class SaveOrders(BenchDatabase database, int linesPerOrder = SaveOrders.LinesPerOrder) : SaveOperation(database)
{
    public const int LinesPerOrder = 10;
    public const int RowsPerOrder = LinesPerOrder + 1;

    private readonly int _rowsPerOrder = linesPerOrder + 1;

    public override string Name => NameOf(linesPerOrder);

    public static string NameOf(int linesPerOrder) => linesPerOrder == 0 ? "insert, orders without lines" : $"insert, orders with {linesPerOrder} lines each";

    public override async Task<BenchUser[]> PrepareAsync(int count, int run)
    {
        await using BenchContext context = await Database.OpenAsync();
        await context.EmptyAsync("bench_lines", "bench_orders");
        return UserRows.New(count, run);
    }

    public override object[] EntitiesOf(BenchUser[] rows) => rows.Chunk(_rowsPerOrder).Select(OrderOf).ToArray();

    public override void TakeKeys(object[] entities, BenchUser[] rows)
    {
        for (int i = 0; i < rows.Length; i++)
        {
            BenchOrder order = (BenchOrder)entities[i / _rowsPerOrder];
            BenchLine? line = i % _rowsPerOrder == 0 ? null : order.Lines[(i % _rowsPerOrder) - 1];
            if (line is not null && line.OrderId != order.Id)
                throw new WrongOutcomeException($"line {line.Id} of order {order.Id} refers to order {line.OrderId}");
            rows[i].Id = line?.Id ?? order.Id;
        }
    }

    public override async Task VerifyAsync(BenchUser[] rows, Technique technique)
    {
        await using BenchContext context = await Database.OpenAsync();
        Dictionary<long, (string, string, DateTime)> orders = await StoredRows.ReadAsync(
            context, "SELECT Id, Customer, Email, CreatedAt FROM bench_orders", r => (r.GetString(1), r.GetString(2), r.GetDateTime(3)));
        Dictionary<long, (long, string, int, double)> lines = await StoredRows.ReadAsync(
            context, "SELECT Id, OrderId, Product, Quantity, Price FROM bench_lines", r => (r.GetInt64(1), r.GetString(2), r.GetInt32(3), r.GetDouble(4)));
        Require(orders.Count + lines.Count == rows.Length, technique, $"{orders.Count} orders and {lines.Count} lines are stored instead of {rows.Length} rows");
        foreach (BenchUser[] chunk in rows.Chunk(_rowsPerOrder))
        {
            BenchUser o = chunk[0];
            // Each key may be taken once, so that no two entities have the same.
            Require(orders.Remove(o.Id, out var order) && order == (o.Name, o.Email, o.CreatedAt), technique, $"order {o.Id} is stored with other values");
            foreach (BenchUser l in chunk[1..])
                Require(lines.Remove(l.Id, out var line) && line == (o.Id, l.Name, l.Age, l.Score), technique, $"line {l.Id} is stored with other values");
        }
    }

    private static BenchOrder OrderOf(BenchUser[] rows)
    {
        BenchOrder order = new() { Customer = rows[0].Name, Email = rows[0].Email, CreatedAt = rows[0].CreatedAt };
        order.Lines.AddRange(rows.Skip(1).Select(r => new BenchLine { Product = r.Name, Quantity = r.Age, Price = r.Score }));
        return order;
    }
}
