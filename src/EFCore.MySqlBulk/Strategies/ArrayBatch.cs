using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>One statement for many rows as another driver is given it: it binds each row's values to a sink of its own.</summary>
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

    /// <summary>What goes into the template's places.</summary>
    public IReadOnlyList<ValueMap> Values => _statement.Values.Values;

    /// <summary>The rows; they change from one execution of the batch to the next.</summary>
    public ReadOnlyMemory<BulkRow> Rows { get; set; }

    /// <summary>Some values may be <c>DEFAULT</c>, which no parameter can say: each row is a text of its own.</summary>
    public bool IsText => _literal is not null;

    /// <summary>Writes a row's values.</summary>
    /// <exception cref="RowValueException">It holds what cannot be sent.</exception>
    public void Bind(int row, RowSink sink) => RowErrors.Write(_write, sink, Rows.Span[row], _statement.Values.Shape);

    /// <summary>A row's statement as text, safe in every <c>sql_mode</c>.</summary>
    public string TextOf(int row) => _literal!.Write(Rows.Span[row]).ToString();

    public void Dispose() => _literal?.Dispose();
}
