using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>The rows of all results, each field as text.</summary>
internal sealed class TextRows : RowReceiver
{
    private readonly List<string?[]> _rows = [];

    public IReadOnlyList<string?[]> Rows => _rows;

    public override void Row(ReadOnlySpan<byte> packet, int columns) => _rows.Add(TextResultsetRow.Read(packet, columns));
}
