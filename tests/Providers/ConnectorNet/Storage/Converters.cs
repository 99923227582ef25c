using System.Buffers.Binary;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Storage;

/// <summary>From what entities hold to what Connector/NET sends and reads right.</summary>
internal static class Converters
{
    // Connector/NET sends DateOnly and TimeOnly as bytes.
    public static readonly ValueConverter<DateOnly, DateTime> DateOnly = new(
        date => date.ToDateTime(System.TimeOnly.MinValue), stored => System.DateOnly.FromDateTime(stored));

    public static readonly ValueConverter<TimeOnly, TimeSpan> TimeOnly = new(
        time => time.ToTimeSpan(), stored => System.TimeOnly.FromTimeSpan(stored));

    public static readonly ValueConverter<DateTimeOffset, DateTime> DateTimeOffset = new(
        moment => moment.UtcDateTime, stored => new DateTimeOffset(DateTime.SpecifyKind(stored, DateTimeKind.Utc)));

    public static readonly ValueConverter<Guid, byte[]> GuidBytes = new(
        guid => guid.ToByteArray(true), stored => new Guid(stored, true));

    public static readonly ValueConverter<Guid, string> GuidDigits = new(
        guid => guid.ToString("N"), stored => new Guid(stored));

    // A row version is the time of the last change; entities see it as eight opaque bytes.
    public static readonly ValueConverter<byte[], DateTime> RowVersion = new(
        bytes => ToDateTime(bytes), stored => ToBytes(stored));

    private static DateTime ToDateTime(byte[] bytes) => new(bytes.Length == 0 ? 0 : BinaryPrimitives.ReadInt64BigEndian(bytes));

    private static byte[] ToBytes(DateTime time)
    {
        byte[] bytes = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(bytes, time.Ticks);
        return bytes;
    }
}
