using System.Collections.Concurrent;
using System.Globalization;
using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping.Keys;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Encoding;

/// <summary>Compiles writers for the values that <c>BulkExecute</c> reads from a row: they call the caller's function and read the elements of its tuple as
/// fields, unboxed.</summary>
internal static class ParametersWriter
{
    private const int MaxKept = 1_000;
    private static readonly ConcurrentDictionary<Key, object> Compiled = new();

    /// <summary>The writer of parameters in a given order; compiled once per combination of types, mappings, order and sink.</summary>
    public static Action<TSink, object, Delegate> For<TSink>(RowParameters parameters, IReadOnlyList<int> order)
        where TSink : RowSink
    {
        if (Compiled.Count > MaxKept)
            Compiled.Clear();
        string places = string.Join(",", order.Select(index => index.ToString(CultureInfo.InvariantCulture)));
        Key key = new(typeof(TSink), parameters.RowType, parameters.Type, places, parameters.Values[0].TypeMapping);
        return (Action<TSink, object, Delegate>)Compiled.GetOrAdd(key, static (_, state) => Compile<TSink>(state.parameters, state.order), (parameters, order));
    }

    private static Action<TSink, object, Delegate> Compile<TSink>(RowParameters parameters, IReadOnlyList<int> order)
        where TSink : RowSink
    {
        ParameterExpression sink = Expression.Parameter(typeof(TSink), "sink");
        ParameterExpression item = Expression.Parameter(typeof(object), "item");
        ParameterExpression read = Expression.Parameter(typeof(Delegate), "read");
        ParameterExpression values = Expression.Variable(parameters.Type, "values");
        Type function = typeof(Func<,>).MakeGenericType(parameters.RowType, parameters.Type);
        List<Expression> body =
        [
            Expression.Assign(values, Expression.Invoke(Expression.Convert(read, function), Expression.Convert(item, parameters.RowType))),
        ];
        for (int i = 0; i < order.Count; i++)
        {
            if (i > 0)
                body.Add(RowWriter.Call(sink, nameof(RowSink.Separator)));
            body.Add(RowWriter.Value(sink, parameters.Values[order[i]], parameters.IsTuple ? BareKeys.Part(values, order[i]) : values));
        }

        return Expression.Lambda<Action<TSink, object, Delegate>>(Expression.Block([values], body), sink, item, read).Compile();
    }

    // A type's mapping comes from its provider, whose mappings are shared by all contexts of the same options.
    private sealed record Key(Type Sink, Type Row, Type Parameters, string Order, RelationalTypeMapping Mapping);
}
