using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Generated values of every type are what <c>SaveChanges</c> reads back, pipelined or not.</summary>
[BothServers]
public abstract class ReadBackTypesTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task Values_of_every_type(BulkPipelining pipelining)
    {
        await using TestDatabase database = await CreateAsync<Sample>("samples");
        Sample saved = new();
        await using ModelContext context = database.Context();
        context.Add(saved);
        await context.SaveChangesAsync(Token);
        List<Sample> rows = [new(), new()];

        await context.BulkInsertAsync(rows, new() { Pipelining = pipelining }, Token);

        Assert.All(rows, row => Assert.Equal(Shown(saved), Shown(row)));
        Assert.All(rows, row => Assert.Equal((byte)200, row.Byte));
    }

    [Fact]
    public async Task A_value_that_only_the_driver_knows_keeps_the_call_from_being_pipelined()
    {
        await using TestDatabase database = await CreateAsync<Coded>("coded");
        Coded saved = new();
        await using ModelContext context = database.Context();
        context.Add(saved);
        await context.SaveChangesAsync(Token);
        List<Coded> rows = [.. Enumerable.Range(0, 3_001).Select(_ => new Coded())];

        // A stream of unknown length would be pipelined.
        BulkResult done = await context.BulkInsertAsync(rows.Where(_ => true), cancellationToken: Token);

        Assert.All(rows, row => Assert.Equal((saved.Code, saved.Byte), (row.Code, row.Byte)));
        InvalidOperationException? refused = null;
        try
        {
            await context.BulkInsertAsync(rows.Take(2).Select(_ => new Coded()), new() { Pipelining = BulkPipelining.Always }, Token);
        }
        catch (InvalidOperationException exception)
        {
            refused = exception;
        }

        // In some providers EF Core turns a GUID into bytes, in others the driver does.
        Assert.Equal(refused is null, done.IsPipelined);
        if (refused is not null)
            Assert.Contains("only the driver knows how to send some of the values", refused.Message, StringComparison.Ordinal);
    }

    private static string[] Shown<T>(T row)
        => [.. typeof(T).GetProperties().Where(p => p.Name != "Id").Select(p => p.GetValue(row) is var value && value is byte[] bytes
            ? $"{p.Name}={Convert.ToHexString(bytes)}"
            : string.Format(CultureInfo.InvariantCulture, value is DateTime or DateTimeOffset or DateOnly or TimeOnly ? "{0}={1:O}" : "{0}={1}", p.Name, value))];

    private async Task<TestDatabase> CreateAsync<T>(string table)
        where T : class
    {
        Dictionary<string, string> defaults = new()
        {
            ["Bool"] = "1",
            ["SByte"] = "-100",
            ["Byte"] = "200",
            ["Int16"] = "-30000",
            ["UInt16"] = "60000",
            ["Int32"] = "-2000000000",
            ["UInt32"] = "4000000000",
            ["Int64"] = "-9000000000000000000",
            ["UInt64"] = "18000000000000000000",
            ["Single"] = "1.5",
            ["Double"] = "-2.25e100",
            ["Decimal"] = "1234567.89",
            ["Char"] = "'ä'",
            ["Text"] = "'grün'",
            ["Binary"] = "0x00FF27",
            ["Guid"] = "'00112233-4455-6677-8899-aabbccddeeff'",
            ["Time"] = "'2001-02-03 04:05:06.789'",
            ["Offset"] = "'2001-02-03 04:05:06.789'",
            ["Date"] = "'2001-02-03'",
            ["Clock"] = "'04:05:06'",
            ["Span"] = "'-34:05:06'",
            ["Kind"] = "1",
            ["KindText"] = "'Local'",
            ["Code"] = "0x00112233445566778899AABBCCDDEEFF",
            ["Optional"] = "5",
        };
        return await servers.OfAsync(kind).CreateAsync(model => model.Entity<T>(type =>
        {
            type.ToTable(table);
            foreach (string name in typeof(T).GetProperties().Select(p => p.Name).Where(defaults.ContainsKey))
                type.Property(name).HasDefaultValueSql(defaults[name]);
            if (typeof(T) == typeof(Coded))
                type.Property("Code").HasColumnType("binary(16)");
            else
                Shape(type);
        }));
    }

    private static void Shape<T>(Microsoft.EntityFrameworkCore.Metadata.Builders.EntityTypeBuilder<T> type)
        where T : class
    {
        type.Property("Text").HasMaxLength(20);
        type.Property("Binary").HasMaxLength(20);
        type.Property("Decimal").HasPrecision(12, 4);
        type.Property("Time").HasPrecision(3);
        type.Property("KindText").HasConversion<string>().HasMaxLength(20);
    }

    private sealed class Sample
    {
        public int Id { get; set; }

        public bool Bool { get; set; }

        public sbyte SByte { get; set; }

        public byte Byte { get; set; }

        public short Int16 { get; set; }

        public ushort UInt16 { get; set; }

        public int Int32 { get; set; }

        public uint UInt32 { get; set; }

        public long Int64 { get; set; }

        public ulong UInt64 { get; set; }

        public float Single { get; set; }

        public double Double { get; set; }

        public decimal Decimal { get; set; }

        public char Char { get; set; }

        public string? Text { get; set; }

        public byte[]? Binary { get; set; }

        public Guid Guid { get; set; }

        public DateTime Time { get; set; }

        public DateTimeOffset Offset { get; set; }

        public DateOnly Date { get; set; }

        public TimeOnly Clock { get; set; }

        public TimeSpan Span { get; set; }

        public DateTimeKind Kind { get; set; }

        public DateTimeKind KindText { get; set; }

        public int? Optional { get; set; }
    }

    private sealed class Coded
    {
        public int Id { get; set; }

        public byte Byte { get; set; }

        public Guid Code { get; set; }
    }
}
