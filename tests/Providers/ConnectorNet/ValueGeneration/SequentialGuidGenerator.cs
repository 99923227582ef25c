using System.Buffers.Binary;
using System.Security.Cryptography;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.ValueGeneration;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.ValueGeneration;

/// <summary>Version 7 style GUIDs: their text (and big-endian bytes) ascend, so the clustered index grows at its end.</summary>
internal sealed class SequentialGuidGenerator : ValueGenerator<Guid>
{
    private static long _last = DateTime.UtcNow.Ticks;

    public override bool GeneratesTemporaryValues => false;

    public override Guid Next(EntityEntry entry)
    {
        long ticks = NextTicks();
        Span<byte> bytes = stackalloc byte[16];
        RandomNumberGenerator.Fill(bytes[8..]);
        // 60 bits of time around the version nibble; the top bits of a tick count are free until the year 3653.
        BinaryPrimitives.WriteInt64BigEndian(bytes, ((ticks >> 12) << 16) | 0x7000 | (ticks & 0xFFF));
        bytes[8] = (byte)((bytes[8] & 0x3F) | 0x80);
        return new Guid(bytes, bigEndian: true);
    }

    private static long NextTicks()
    {
        while (true)
        {
            long last = Interlocked.Read(ref _last);
            long next = Math.Max(last + 1, DateTime.UtcNow.Ticks);
            if (Interlocked.CompareExchange(ref _last, next, last) == last)
            {
                return next;
            }
        }
    }
}
