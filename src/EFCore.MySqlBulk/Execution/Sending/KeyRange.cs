using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.Execution.Sending;

/// <summary>Consecutive computed keys, and the connection that holds their rows.</summary>
internal readonly record struct KeyRange(TableMap Table, IQueryConnection Holder, long First, long RowCount, int Step)
{
    public long Last => First + ((RowCount - 1) * Step);

    /// <summary>Whether the range contains a key that the server counted.</summary>
    public bool Holds(string key)
        => Table.AutoIncrement!.Kind == ValueKind.UInt64
            ? ulong.TryParse(key, out ulong wide) && wide >= unchecked((ulong)First) && wide <= unchecked((ulong)Last)
            : long.TryParse(key, out long counted) && counted >= First && counted <= Last;

    /// <summary>Whether a key is higher than the range.</summary>
    public bool IsBelow(long key) => Table.AutoIncrement!.Kind == ValueKind.UInt64 ? unchecked((ulong)Last < (ulong)key) : Last < key;

    /// <summary>Whether another range of the same table follows directly.</summary>
    public bool IsFollowedBy(in KeyRange next) => next.Table == Table && next.Holder == Holder && next.Step == Step && next.First == Last + Step;
}
