using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.NewLife;

/// <summary>A row with a column for each type that the driver would get wrong.</summary>
public sealed class Sample
{
    /// <summary>What the server stores, in its own representation.</summary>
    public const string Stored = "SELECT CONCAT_WS('|',Token,IFNULL(HEX(Word),'null'),Exact,Moment,IFNULL(Day,'null'),Clock,Length,IFNULL(Code,'null'),Big,Tiny,Real64+0E0,Real32+0E0,Flag,IFNULL(HEX(Raw),'null')) FROM samples ORDER BY Token";

    public long Id { get; set; }

    public int Token { get; set; }

    public string? Word { get; set; }

    public decimal Exact { get; set; }

    public DateTime Moment { get; set; }

    public DateOnly? Day { get; set; }

    public TimeOnly Clock { get; set; }

    public TimeSpan Length { get; set; }

    public Guid? Code { get; set; }

    public ulong Big { get; set; }

    public sbyte Tiny { get; set; }

    public double Real64 { get; set; }

    public float Real32 { get; set; }

    public bool Flag { get; set; }

    public byte[]? Raw { get; set; }

    public static void Model(ModelBuilder model) => model.Entity<Sample>(sample =>
    {
        sample.ToTable("samples");
        sample.Property(s => s.Exact).HasPrecision(28, 8);
        sample.Property(s => s.Moment).HasColumnType("datetime(6)");
        sample.Property(s => s.Clock).HasColumnType("time(6)");
        sample.Property(s => s.Length).HasColumnType("time(6)");
    });

    /// <summary>Rows with NULL first and values later, and the reverse.</summary>
    public static List<Sample> New(int count) => [.. Enumerable.Range(0, count).Select(i => new Sample
    {
        Token = i,
        Word = i % 3 == 0 ? null : $"'{i}' \\ 😀 漢 \"\0",
        Exact = (i % 2 == 0 ? -1 : 1) * (12345678901234567890.12345678m - i),
        Moment = new DateTime(2024, 2, 29, 23, 59, 58).AddTicks((1_234_560 + i) * 10L),
        Day = i % 4 == 1 ? null : new DateOnly(1999, 12, 31).AddDays(i),
        Clock = new TimeOnly(12, 34, 56).Add(TimeSpan.FromMicroseconds(i + 1)),
        Length = (i % 2 == 0 ? -1 : 1) * (new TimeSpan(30, 2, 3) + TimeSpan.FromMicroseconds(i)),
        Code = i % 5 == 2 ? null : new Guid(i, 2, 3, 4, 5, 6, 7, 8, 9, 10, 255),
        Big = ulong.MaxValue - (ulong)i,
        Tiny = (sbyte)-(i % 128),
        Real64 = -i / 7.0,
        Real32 = i + 0.5f,
        Flag = i % 2 == 0,
        Raw = i % 6 == 0 ? null : [0, 39, 92, 255, (byte)i],
    })];

    /// <summary>Different values in the same rows.</summary>
    public void Change()
    {
        (Exact, Moment, Length, Flag) = (-Exact / 3, Moment.AddMicroseconds(-7), -Length, !Flag);
        (Word, Code, Raw) = (Word is null ? "😀" : null, Code is null ? Guid.Empty : null, Raw is null ? [] : null);
    }
}
