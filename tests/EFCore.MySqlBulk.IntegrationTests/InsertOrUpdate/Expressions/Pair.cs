using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate.Expressions;

/// <summary>A row with operands of every type, and places for results. One of them is stored, and another one is given for it.</summary>
public sealed class Pair
{
    public enum Level
    {
        Low,
        Middle,
        High,
    }

    public enum Small : byte
    {
        One = 1,
        Two,
    }

    public int Id { get; set; }

    public bool Flag { get; set; }

    public bool? MaybeFlag { get; set; }

    public bool YesNo { get; set; }

    public sbyte Signed8 { get; set; }

    public byte Unsigned8 { get; set; }

    public short Signed16 { get; set; }

    public ushort Unsigned16 { get; set; }

    public int Signed32 { get; set; }

    public uint Unsigned32 { get; set; }

    public long Signed64 { get; set; }

    public ulong Unsigned64 { get; set; }

    public int? MaybeInt { get; set; }

    public uint? MaybeUInt { get; set; }

    public uint Widened { get; set; }

    public float Float4 { get; set; }

    public double Float8 { get; set; }

    public decimal Price { get; set; }

    public decimal Exact { get; set; }

    public decimal? MaybePrice { get; set; }

    public DateTime Second { get; set; }

    public DateTime Milli { get; set; }

    public DateTime Micro { get; set; }

    public DateTime? MaybeTime { get; set; }

    public DateTime Utc { get; set; }

    public DateOnly Day { get; set; }

    public TimeOnly Clock { get; set; }

    public TimeSpan Span { get; set; }

    public Level Number { get; set; }

    public Level? MaybeNumber { get; set; }

    public Level Word { get; set; }

    public Small Tiny { get; set; }

    public Guid Unique { get; set; }

    public string Binary { get; set; } = "";

    public string Ignoring { get; set; } = "";

    public string? MaybeText { get; set; }

    public int Reversed { get; set; }

    public bool ResultFlag0 { get; set; }

    public bool ResultFlag1 { get; set; }

    public bool ResultFlag2 { get; set; }

    public bool ResultFlag3 { get; set; }

    public bool ResultFlag4 { get; set; }

    public bool ResultFlag5 { get; set; }

    public long ResultLong0 { get; set; }

    public long ResultLong1 { get; set; }

    public long ResultLong2 { get; set; }

    public double ResultDouble0 { get; set; }

    public double ResultDouble1 { get; set; }

    public double ResultDouble2 { get; set; }

    public float ResultSingle { get; set; }

    public decimal ResultDecimal0 { get; set; }

    public decimal ResultDecimal1 { get; set; }

    public string ResultText0 { get; set; } = "";

    public string ResultText1 { get; set; } = "";

    public DateTime ResultTime { get; set; }

    public Level ResultNumber { get; set; }

    public Level ResultWord { get; set; }

    public Guid ResultGuid { get; set; }

    public static void Configure(ModelBuilder model) => model.Entity<Pair>(pair =>
    {
        pair.ToTable("pairs");
        pair.Property(p => p.Id).ValueGeneratedNever();
        pair.Property(p => p.YesNo).HasConversion(value => value ? "Y" : "N", text => text == "Y").HasMaxLength(1);
        pair.Property(p => p.Widened).HasConversion<long>();
        pair.Property(p => p.Reversed).HasConversion(value => -value, stored => -stored);
        pair.Property(p => p.Price).HasPrecision(10, 2);
        pair.Property(p => p.MaybePrice).HasPrecision(10, 2);
        pair.Property(p => p.Exact).HasPrecision(20, 6);
        pair.Property(p => p.Second).HasPrecision(0);
        pair.Property(p => p.Milli).HasPrecision(3);
        pair.Property(p => p.Micro).HasPrecision(6);
        pair.Property(p => p.MaybeTime).HasPrecision(6);
        pair.Property(p => p.Utc).HasPrecision(6).HasConversion(value => value.ToUniversalTime(), stored => DateTime.SpecifyKind(stored, DateTimeKind.Utc));
        pair.Property(p => p.Clock).HasPrecision(6);
        pair.Property(p => p.Span).HasPrecision(6);
        pair.Property(p => p.Word).HasConversion<string>().HasMaxLength(20);
        pair.Property(p => p.ResultWord).HasConversion<string>().HasMaxLength(20);
        pair.Property(p => p.Binary).HasMaxLength(50).UseCollation("utf8mb4_bin");
        pair.Property(p => p.Ignoring).HasMaxLength(50).UseCollation("utf8mb4_unicode_ci");
        pair.Property(p => p.MaybeText).HasMaxLength(50).UseCollation("utf8mb4_unicode_ci");
        pair.Property(p => p.ResultText0).HasMaxLength(500);
        pair.Property(p => p.ResultText1).HasMaxLength(500);
        pair.Property(p => p.ResultDecimal0).HasPrecision(50, 15);
        pair.Property(p => p.ResultDecimal1).HasPrecision(50, 15);
        pair.Property(p => p.ResultTime).HasPrecision(6);
    });

    /// <summary>Values that every column holds exactly. Texts differ in every collation or are equal.</summary>
    public static Pair New(int id, Random random)
    {
        DateTime time = new DateTime(2026, 1, 1, 12, 0, 0, DateTimeKind.Unspecified).AddDays(random.Next(3)).AddSeconds(random.Next(3));
        return new()
        {
            Id = id,
            Flag = Coin(),
            MaybeFlag = Coin() ? null : Coin(),
            YesNo = Coin(),
            Signed8 = (sbyte)Number(),
            Unsigned8 = (byte)random.Next(1, 12),
            Signed16 = (short)Number(),
            Unsigned16 = (ushort)random.Next(1, 12),
            Signed32 = Number(),
            Unsigned32 = (uint)random.Next(1, 12),
            Signed64 = Number(),
            Unsigned64 = (ulong)random.Next(1, 12),
            MaybeInt = Coin() ? null : Number(),
            MaybeUInt = Coin() ? null : (uint)random.Next(1, 12),
            Widened = (uint)random.Next(1, 12),
            Float4 = random.Next(1, 30) / 10f,
            Float8 = random.Next(1, 30) / 10d,
            Price = random.Next(1, 300) / 100m,
            Exact = random.Next(1, 3_000_000) / 1_000_000m,
            MaybePrice = Coin() ? null : random.Next(1, 300) / 100m,
            Second = time,
            Milli = time.AddMilliseconds(random.Next(3)),
            Micro = time.AddMicroseconds(random.Next(3)),
            MaybeTime = Coin() ? null : time,
            Utc = DateTime.SpecifyKind(time.AddMicroseconds(random.Next(3)), DateTimeKind.Utc),
            Day = new DateOnly(2026, 1, random.Next(1, 4)),
            Clock = new TimeOnly(10, random.Next(3)).Add(TimeSpan.FromMicroseconds(random.Next(3))),
            Span = new TimeSpan(0, random.Next(-30, 30), random.Next(3), 0) + TimeSpan.FromMicroseconds(random.Next(3)),
            Number = (Level)random.Next(3),
            MaybeNumber = Coin() ? null : (Level)random.Next(3),
            Word = (Level)random.Next(3),
            Tiny = (Small)random.Next(1, 3),
            Unique = new Guid(random.Next(3), 0, 0, [1, 2, 3, 4, 5, 6, 7, 8]),
            Binary = Text(),
            Ignoring = Text(),
            MaybeText = Coin() ? null : Text(),
            ResultTime = time,
        };

        bool Coin() => random.Next(2) == 0;
        int Number() => random.Next(1, 12) * (Coin() ? 1 : -1);
        string Text() => random.Next(5) switch { 0 => "", 1 => "it's \\", 2 => "é😀", 3 => "b", _ => "bb" };
    }
}
