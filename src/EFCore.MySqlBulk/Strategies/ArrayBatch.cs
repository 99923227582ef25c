using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Statements;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>One statement for many rows, as another driver gets it; the driver writes each row's values to its own sink.</summary>
internal sealed class ArrayBatch : IDisposable
{
    private readonly RowStatement _statement;
    private readonly RowWriter<RowSink> _write;
    private readonly LiteralRow? _literal;

    public ArrayBatch(BulkPlan plan, RowStatement statement)
    {
        _statement = statement;
        _write = statement.Values.Writer<RowSink>();
        _literal = statement.HasDefaults ? new(plan, statement) : null;
    }

    public StatementTemplate Template => _statement.Template;

    /// <summary>The values for the template's placeholders.</summary>
    public IReadOnlyList<ValueMap> Values => _statement.Values.Values;

    /// <summary>The rows; they change from one execution of the batch to the next.</summary>
    public ReadOnlyMemory<BulkRow> Rows { get; set; }

    /// <summary>Whether values may be <c>DEFAULT</c>, which a parameter cannot express: each row is then a text of its own.</summary>
    public bool IsText => _literal is not null;

    /// <summary>Writes a row's values.</summary>
    /// <exception cref="RowValueException">The row has a value that cannot be sent.</exception>
    public void Bind(int row, RowSink sink) => RowErrors.Write(_write, sink, Rows.Span[row], _statement.Values.Shape);

    /// <summary>A row's statement as text, safe in every <c>sql_mode</c>.</summary>
    public string TextOf(int row) => _literal!.Write(Rows.Span[row]).ToString();

    public void Dispose() => _literal?.Dispose();
}
