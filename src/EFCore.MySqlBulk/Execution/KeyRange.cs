using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Consecutive computed keys, and the connection that holds their rows.</summary>
internal readonly record struct KeyRange(TableMap Table, IRowHolder Holder, long First, long RowCount, int Step)
{
    public long Last => First + ((RowCount - 1) * Step);

    /// <summary>Whether a key that the server counted is among them.</summary>
    public bool Holds(string key)
        => Table.AutoIncrement!.Kind == ValueKind.UInt64
            ? ulong.TryParse(key, out ulong wide) && wide >= unchecked((ulong)First) && wide <= unchecked((ulong)Last)
            : long.TryParse(key, out long counted) && counted >= First && counted <= Last;

    /// <summary>Whether a key of the same table comes right after it.</summary>
    public bool IsFollowedBy(TableMap table, IRowHolder holder, long key) => table == Table && holder == Holder && key == Last + Step;
}
