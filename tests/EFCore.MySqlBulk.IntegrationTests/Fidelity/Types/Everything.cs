namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

/// <summary>A value of every type of <see cref="StoredTypes" />: a required one, and one that may be NULL.</summary>
internal class Everything : Numbered
{
    public bool Bool { get; set; }

    public bool? BoolOrNull { get; set; }

    public sbyte SByte { get; set; }

    public sbyte? SByteOrNull { get; set; }

    public byte Byte { get; set; }

    public byte? ByteOrNull { get; set; }

    public short Short { get; set; }

    public short? ShortOrNull { get; set; }

    public ushort UShort { get; set; }

    public ushort? UShortOrNull { get; set; }

    public int Int { get; set; }

    public int? IntOrNull { get; set; }

    public uint UInt { get; set; }

    public uint? UIntOrNull { get; set; }

    public long Long { get; set; }

    public long? LongOrNull { get; set; }

    public ulong ULong { get; set; }

    public ulong? ULongOrNull { get; set; }

    public ulong Bits { get; set; }

    public ulong? BitsOrNull { get; set; }

    public float Float { get; set; }

    public float? FloatOrNull { get; set; }

    public double Double { get; set; }

    public double? DoubleOrNull { get; set; }

    public decimal Decimal { get; set; }

    public decimal? DecimalOrNull { get; set; }

    public decimal LongDecimal { get; set; }

    public decimal? LongDecimalOrNull { get; set; }

    public char Char { get; set; }

    public char? CharOrNull { get; set; }

    public string Text { get; set; } = "";

    public string? TextOrNull { get; set; }

    public string Name { get; set; } = "";

    public string? NameOrNull { get; set; }

    public string Json { get; set; } = "{}";

    public string? JsonOrNull { get; set; }

    public byte[] Bytes { get; set; } = [];

    public byte[]? BytesOrNull { get; set; }

    public byte[] Hash { get; set; } = [];

    public byte[]? HashOrNull { get; set; }

    public Guid Guid { get; set; }

    public Guid? GuidOrNull { get; set; }

    public Guid GuidBytes { get; set; }

    public Guid? GuidBytesOrNull { get; set; }

    public DateTime DateTime { get; set; }

    public DateTime? DateTimeOrNull { get; set; }

    public DateTime Second { get; set; }

    public DateTime? SecondOrNull { get; set; }

    public DateTime Ticks { get; set; }

    public DateTime? TicksOrNull { get; set; }

    public DateTimeOffset DateTimeOffset { get; set; }

    public DateTimeOffset? DateTimeOffsetOrNull { get; set; }

    public DateOnly DateOnly { get; set; }

    public DateOnly? DateOnlyOrNull { get; set; }

    public TimeOnly TimeOnly { get; set; }

    public TimeOnly? TimeOnlyOrNull { get; set; }

    public TimeSpan TimeSpan { get; set; }

    public TimeSpan? TimeSpanOrNull { get; set; }

    public Level Level { get; set; }

    public Level? LevelOrNull { get; set; }

    public Level LevelText { get; set; }

    public Level? LevelTextOrNull { get; set; }

    public Days Days { get; set; }

    public Days? DaysOrNull { get; set; }

    public bool YesNo { get; set; }

    public bool? YesNoOrNull { get; set; }

    public Money Money { get; set; }

    public Money? MoneyOrNull { get; set; }

    public Tags Tags { get; set; } = new("");

    public Tags? TagsOrNull { get; set; }
}
