using System.Collections.Concurrent;
using System.Linq.Expressions;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Reading;

/// <summary>The compiled writer for keys of one type that are compared with one set of properties.</summary>
internal sealed class ListWriter<TKey>
{
    private const string AnnotationName = "EFCore.MySqlBulk:ListWriters";
    private static readonly ParameterExpression Key = Expression.Parameter(typeof(TKey), "key");
    private readonly BareKeyCheck _check;
    private readonly Action<JsonSink, TKey> _write;

    private ListWriter(IReadOnlyList<IProperty> properties)
    {
        string name = properties[0].DeclaringType.DisplayName();
        Type[] types = BareKeys.PartsOf(typeof(TKey), properties.Count);
        BareKeys.Check(name, properties, [.. types.Select((type, i) => i < properties.Count && type != properties[i].ClrType ? Nullable.GetUnderlyingType(type) ?? type : type)], typeof(TKey));
        Parts = [.. properties.Select(ListColumn.MapOf)];
        _check = new(properties, typeof(TKey));
        Expression[] given = [.. properties.Select((_, i) => BareKeys.Part(properties.Count, Key, i))];
        Expression[] converted = [.. given.Select((part, i) => part.Type == properties[i].ClrType ? part : Expression.ConvertChecked(part, properties[i].ClrType))];
        IsNull = Expression.Lambda<Func<TKey, bool>>(given.Select(IsNullPart).Aggregate(Expression.OrElse), Key).Compile();
        Expression[] provided = [.. converted.Select((part, i) => ColumnAccess.ToProvider(Parts[i], part))];
        if (provided.Length == 1 && Parts[0].Kind.IsInteger() && !ClrTypes.CanBeNull(provided[0].Type) && provided[0].Type != typeof(ulong))
            Integer = Expression.Lambda<Func<TKey, long>>(Expression.Convert(provided[0], typeof(long)), Key).Compile();
        Comparable = Expression.Lambda<Func<TKey, object?>>(Boxed(provided), Key).Compile();
        _write = Writer(converted);
    }

    /// <summary>The mapping of each part of a key.</summary>
    public IReadOnlyList<ValueMap> Parts { get; }

    /// <summary>Whether a key, or a part of it, is null, and so equals no row.</summary>
    public Func<TKey, bool> IsNull { get; }

    /// <summary>A key as an integer; <see langword="null" /> if keys are something else.</summary>
    public Func<TKey, long>? Integer { get; }

    /// <summary>A key as it is sent, for <see cref="KeyComparer" />.</summary>
    public Func<TKey, object?> Comparable { get; }

    /// <summary>Whether keys are texts, which may be equal by collation.</summary>
    public bool HasText => Parts.Any(part => part.Kind is ValueKind.Text or ValueKind.Char);

    /// <summary>The writer of a set of properties; compiled once per model.</summary>
    /// <exception cref="InvalidOperationException">The type of the keys does not fit the properties, or values of a property cannot be sent in a list.</exception>
    public static ListWriter<TKey> Of(IReadOnlyList<IProperty> properties)
    {
        ConcurrentDictionary<(Type, string), object> writers = properties[0].GetOrAddRuntimeAnnotationValue(
            AnnotationName, static _ => new ConcurrentDictionary<(Type, string), object>(), (object?)null);
        return (ListWriter<TKey>)writers.GetOrAdd(
            (typeof(TKey), string.Join('|', properties.Select(p => p.Name))), static (_, columns) => new ListWriter<TKey>(columns), properties);
    }

    /// <summary>Refuses a key that cannot be converted to the properties' types without loss.</summary>
    /// <exception cref="BulkOperationException">The key cannot be converted.</exception>
    public void Check(TKey key, int index) => _check.Check(key!, index);

    /// <summary>Appends a key that is not null to a list.</summary>
    public void Write(JsonSink sink, TKey key)
    {
        sink.BeginItem(Parts.Count > 1);
        _write(sink, key);
        sink.EndItem(Parts.Count > 1);
    }

    private Action<JsonSink, TKey> Writer(Expression[] converted)
    {
        ParameterExpression sink = Expression.Parameter(typeof(JsonSink), "sink");
        List<Expression> body = [];
        for (int i = 0; i < converted.Length; i++)
        {
            if (i > 0)
                body.Add(RowWriter.Call(sink, nameof(JsonSink.Separator)));
            body.Add(RowWriter.Value(sink, Parts[i], converted[i]));
        }

        return Expression.Lambda<Action<JsonSink, TKey>>(Expression.Block(body), sink, Key).Compile();
    }

    private static Expression Boxed(Expression[] provided)
    {
        IEnumerable<Expression> boxed = provided.Select(part => Expression.Convert(part, typeof(object)));
        return provided.Length == 1 ? boxed.Single() : Expression.Convert(Expression.NewArrayInit(typeof(object), boxed), typeof(object));
    }

    private static Expression IsNullPart(Expression part)
        => ClrTypes.CanBeNull(part.Type) ? Expression.Equal(part, Expression.Constant(null, part.Type)) : Expression.Constant(false);
}
