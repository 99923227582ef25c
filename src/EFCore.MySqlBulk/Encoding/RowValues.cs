using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Encoding;

/// <summary>The values of a row in the order of a statement's places, and how they are written: an entity's by a shape, or those of <c>BulkExecute</c>.</summary>
internal sealed class RowValues
{
    private readonly RowParameters? _parameters;
    private readonly IReadOnlyList<int> _order = [];

    public RowValues(RowShape shape)
    {
        Shape = shape;
        Values = [.. shape.Cells.Select(cell => cell.Column)];
    }

    public RowValues(RowParameters parameters, IReadOnlyList<int> order)
    {
        _parameters = parameters;
        _order = order;
        Values = [.. order.Select(index => parameters.Values[index])];
    }

    public IReadOnlyList<ValueMap> Values { get; }

    /// <summary>The shape; <see langword="null" /> for <c>BulkExecute</c>.</summary>
    public RowShape? Shape { get; }

    /// <summary>The compiled writer for a sink.</summary>
    public RowWriter<TSink> Writer<TSink>()
        where TSink : RowSink
    {
        if (Shape is not null)
            return RowWriter.For<TSink>(Shape);
        Action<TSink, object, Delegate> write = ParametersWriter.For<TSink>(_parameters!, _order);
        Delegate read = _parameters!.Read;
        return (sink, item, _) => write(sink, item, read);
    }
}
