using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Reads the rows of a query that has ended.</summary>
internal sealed class TextRowReader(QueryRows rows) : TextFieldReader
{
    private int _row = -1;

    public override bool HasRows => rows.Rows.Count > 0;

    protected override IReadOnlyList<ColumnDefinition41> Columns => rows.Columns;

    public override bool Read() => ++_row < rows.Rows.Count;

    protected override bool TryField(int ordinal, out ReadOnlySpan<byte> field)
    {
        ReadOnlyMemory<byte>? stored = rows.Rows[_row][ordinal];
        field = stored.GetValueOrDefault().Span;
        return stored is not null;
    }
}
