using System.Globalization;
using System.Text;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Binary parameters store exactly what literals store, bit for bit.</summary>
[BothServers]
public abstract class BinaryValueTests(Servers servers, ServerKind kind)
{
    private static readonly Guid Id = new("00112233-4455-6677-8899-AABBCCDDEEFF");

    private static readonly (string Column, ValueKind Kind, Action<RowSink>[] Values)[] Cases =
    [
        ("BOOL", ValueKind.Boolean, [s => s.Write(true), s => s.Write(false)]),
        ("BIT(1)", ValueKind.Boolean, [s => s.Write(true), s => s.Write(false)]),
        ("TINYINT", ValueKind.SByte, [s => s.Write(sbyte.MinValue), s => s.Write(sbyte.MaxValue)]),
        ("TINYINT UNSIGNED", ValueKind.Byte, [s => s.Write(byte.MinValue), s => s.Write(byte.MaxValue)]),
        ("SMALLINT", ValueKind.Int16, [s => s.Write(short.MinValue), s => s.Write(short.MaxValue)]),
        ("SMALLINT UNSIGNED", ValueKind.UInt16, [s => s.Write(ushort.MaxValue)]),
        ("INT", ValueKind.Int32, [s => s.Write(int.MinValue), s => s.Write(int.MaxValue)]),
        ("INT UNSIGNED", ValueKind.UInt32, [s => s.Write(uint.MaxValue)]),
        ("BIGINT", ValueKind.Int64, [s => s.Write(long.MinValue), s => s.Write(long.MaxValue)]),
        ("BIGINT UNSIGNED", ValueKind.UInt64, [s => s.Write(ulong.MaxValue), s => s.Write(1UL << 63)]),
        ("FLOAT", ValueKind.Single, [s => s.Write(0.1F), s => s.Write(float.MaxValue), s => s.Write(1.17549435E-38F), s => s.Write(-16777217F)]),
        ("DOUBLE", ValueKind.Double, [s => s.Write(0.1), s => s.Write(double.MaxValue), s => s.Write(2.2250738585072014E-308), s => s.Write(-1.0 / 3)]),
        ("DECIMAL(30,10)", ValueKind.Decimal, [s => s.Write(-12345678901234567890.0123456789m), s => s.Write(0m), s => s.Write(1.10m)]),
        ("VARCHAR(200)", ValueKind.Text, [s => s.Write(""), s => s.Write("ß'\\\0\"中😀"), s => s.Write(new string('中', 200))]),
        ("CHAR(1)", ValueKind.Char, [s => s.Write('\''), s => s.Write('中')]),
        ("LONGTEXT", ValueKind.Text, [s => s.Write(new string('é', 100_000))]),
        ("JSON", ValueKind.Text, [s => s.Write("{\"a\": \"ß😀\"}")]),
        ("LONGBLOB", ValueKind.Binary, [s => s.Write(Array.Empty<byte>()), s => s.Write(new byte[] { 0, 39, 92, 255 })]),
        ("DATETIME(6)", ValueKind.DateTime, [s => s.Write(new DateTime(2024, 2, 29, 23, 59, 59).AddTicks(9_999_999)), s => s.Write(new DateTime(1000, 1, 1)), s => s.Write(new DateTime(2024, 1, 1, 1, 0, 0))]),
        ("DATETIME", ValueKind.DateTime, [s => s.Write(new DateTime(2024, 2, 28, 23, 59, 59).AddTicks(5_000_000))]),
        ("DATETIME(3)", ValueKind.DateTimeOffset, [s => s.Write(new DateTimeOffset(2024, 1, 1, 0, 30, 0, TimeSpan.FromHours(2)).AddTicks(10_000))]),
        ("DATE", ValueKind.DateOnly, [s => s.Write(new DateOnly(9999, 12, 31)), s => s.Write(new DateOnly(1000, 1, 1))]),
        ("TIME(6)", ValueKind.TimeSpan, [s => s.Write(TimeSpan.FromTicks(-10)), s => s.Write(new TimeSpan(34, 22, 59, 59)), s => s.Write(-new TimeSpan(34, 22, 59, 59)), s => s.Write(TimeSpan.Zero)]),
        ("TIME(6)", ValueKind.TimeOnly, [s => s.Write(TimeOnly.MaxValue)]),
        ("CHAR(36)", ValueKind.GuidText, [s => s.WriteGuidText(Id)]),
        ("CHAR(32)", ValueKind.GuidDigits, [s => s.WriteGuidDigits(Id)]),
    ];

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [OnEachServer("Each server has column types of its own behind the same names.")]
    public async Task Every_type_is_stored_to_the_bit(bool synchronous)
    {
        (BorrowedSession session, string database) = await (await servers.OfAsync(kind)).CreateAsync(synchronous);
        foreach ((string column, ValueKind valueKind, Action<RowSink>[] values) in Cases)
        {
            await session.QueryAsync($"DROP TABLE IF EXISTS t; CREATE TABLE t (id INT PRIMARY KEY, v {column})");
            OutcomeList outcomes = new();
            Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
            PreparedStatement insert = flight.Prepare("INSERT INTO t VALUES (?, ?)", [new(ColumnType.Long), BinarySink.TypeOf(valueKind)]);
            await flight.PumpAsync();
            BinarySink sink = new(flight.Parameters);
            Action<RowSink>[] all = [s => s.Null(), .. values];
            for (int i = 0; i < all.Length; i++)
            {
                flight.BeginExecute(insert);
                sink.Write(i);
                all[i](sink);
                flight.EndExecute();
                flight.Query(Literal(i, all[i]));
            }

            await flight.CompleteAsync();
            Assert.True(outcomes.Errors.Count == 0, $"{column}: {string.Join(", ", outcomes.Errors.Select(error => $"statement {error.Statement} failed with {error.Number}"))}");
            Assert.All(outcomes.Ok, ok => Assert.True(ok.Warnings == outcomes.Ok[^1].Warnings || column.StartsWith("DATETIME", StringComparison.Ordinal), column));
            await AssertSameAsync(session, column, all.Length);
        }

        await session.DropAsync(database);
    }

    private static string Literal(int id, Action<RowSink> value)
    {
        using LiteralSink literal = new(textIsUtf8: true, derivedList: false);
        literal.Sql("INSERT INTO t VALUES (");
        literal.Write(1_000 + id);
        literal.Separator();
        value(literal);
        literal.Sql(")");
        return literal.ToString();
    }

    private static async Task AssertSameAsync(BorrowedSession session, string column, int count)
    {
        IReadOnlyList<string?[]> rows = await session.QueryAsync("SELECT HEX(CAST(v AS BINARY)), HEX(v), v FROM t ORDER BY id");
        Assert.Equal(2 * count, rows.Count);
        for (int i = 0; i < count; i++)
            Assert.True(rows[i].SequenceEqual(rows[count + i]), string.Create(CultureInfo.InvariantCulture, $"{column} {i}: {Shown(rows[i])} / {Shown(rows[count + i])}"));
        Assert.Null(rows[0][0]);
        Assert.All(rows.Skip(1).Take(count - 1), row => Assert.NotNull(row[2]));
    }

    private static string Shown(string?[] row) => new StringBuilder().AppendJoin(", ", row).ToString();
}
