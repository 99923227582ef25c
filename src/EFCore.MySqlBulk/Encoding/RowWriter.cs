using System.Diagnostics;
using System.Linq.Expressions;
using System.Reflection;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Shapes;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Encoding;

/// <summary>Writes one row's values to a sink.</summary>
internal delegate void RowWriter<in TSink>(TSink sink, object item, EntityEntry? entry)
    where TSink : RowSink;

/// <summary>Compiles row writers: a sequence of typed calls without branches on columns.</summary>
internal static class RowWriter
{
    private static readonly ParameterExpression Item = Expression.Parameter(typeof(object), "item");
    private static readonly ParameterExpression Entry = Expression.Parameter(typeof(EntityEntry), "entry");

    /// <summary>The writer of a shape; compiled once per table map, shape and sink.</summary>
    public static RowWriter<TSink> For<TSink>(RowShape shape)
        where TSink : RowSink
        => shape.Table is CommandTable ? OfCommands<TSink>(shape) : shape.Table.GetOrAdd((shape, typeof(TSink)), static (_, key) => Compile<TSink>(key.shape));

    // A modification command has boxed values, so there is nothing to compile.
    private static RowWriter<TSink> OfCommands<TSink>(RowShape shape)
        where TSink : RowSink
    {
        (CommandColumn Column, bool IsOriginal)[] cells = [.. shape.Cells.Select(cell => ((CommandColumn)cell.Column, cell.Source == CellSource.Original))];
        return (sink, command, _) =>
        {
            for (int i = 0; i < cells.Length; i++)
            {
                if (i > 0)
                    sink.Separator();
                (CommandColumn column, bool isOriginal) = cells[i];
                sink.WriteBoxed(column, isOriginal ? column.OriginalOf(command) : column.CurrentOf(command));
            }
        };
    }

    private static RowWriter<TSink> Compile<TSink>(RowShape shape)
        where TSink : RowSink
    {
        ParameterExpression sink = Expression.Parameter(typeof(TSink), "sink");
        Type rowType = shape.BareKeyType ?? shape.Table.EntityType.ClrType;
        ParameterExpression row = Expression.Variable(rowType, "row");
        List<Expression> body = [Expression.Assign(row, Expression.Convert(Item, rowType))];
        for (int i = 0; i < shape.Cells.Count; i++)
        {
            if (i > 0)
                body.Add(Call(sink, nameof(RowSink.Separator)));
            body.Add(shape.BareKeyType is null ? Cell(sink, shape.Cells[i], row) : BareKey(sink, shape, i, row));
        }

        return Expression.Lambda<RowWriter<TSink>>(Expression.Block([row], body), sink, Item, Entry).Compile();
    }

    private static Expression Cell(Expression sink, RowCell cell, Expression row)
    {
        ColumnMap column = cell.Column;
        if (column.Constant is not null)
            return Boxed(sink, column, Expression.Constant(column.Constant, typeof(object)));
        if (column is JsonColumn json)
            return Boxed(sink, column, Expression.Call(Expression.Constant(json), nameof(JsonColumn.TextOf), null, Item));
        Expression current = column.Path is null
            ? Call(
                sink, cell.Source == CellSource.CurrentOrDefault ? nameof(RowSink.WriteBoxedOrDefault) : nameof(RowSink.WriteBoxed),
                Expression.Constant(column), CallStatic(nameof(ShadowValues.Current), Expression.Constant(column.Property, typeof(IProperty)), Item, Entry))
            : cell.Source == CellSource.CurrentOrDefault
                ? ValueOrDefault(sink, column, row)
                : Value(sink, column, ColumnAccess.Read(column, row));
        if (column.OptionalParts.Count > 0 && ColumnAccess.IsAbsent(column, row) is { } absent)
            current = Expression.IfThenElse(absent, Call(sink, nameof(RowSink.Null)), current);
        return cell.Source != CellSource.Original
            ? current
            : Expression.IfThenElse(
                Expression.Equal(Entry, Expression.Constant(null, typeof(EntityEntry))),
                current,
                Boxed(sink, column, CallStatic(nameof(ShadowValues.Original), Expression.Constant(column.Property, typeof(IProperty)), Entry)));
    }

    private static Expression BareKey(Expression sink, RowShape shape, int index, Expression key)
        => Value(sink, shape.Cells[index].Column, BareKeys.Converted(shape.Table, key, index));

    /// <summary>Writes one value through its converter, unboxed.</summary>
    public static Expression Value(Expression sink, ValueMap map, Expression value)
    {
        ParameterExpression read = Expression.Variable(value.Type, "value");
        return Expression.Block([read], Expression.Assign(read, value), Provided(sink, map, read));
    }

    /// <summary>Calls one of a sink's methods.</summary>
    public static MethodCallExpression Call(Expression sink, string method, params Expression[] arguments)
    {
        MethodInfo info = sink.Type.GetMethod(method, [.. arguments.Select(a => a.Type)])
            ?? throw new UnreachableException($"{sink.Type} has no {method}({string.Join(", ", arguments.Select(a => a.Type))}).");
        return Expression.Call(sink, info, arguments);
    }

    private static ConditionalExpression ValueOrDefault(Expression sink, ColumnMap column, Expression row)
        => Expression.IfThenElse(
            ColumnAccess.HasSentinel(column, row), Call(sink, nameof(RowSink.Default)), Value(sink, column, ColumnAccess.Read(column, row)));

    private static Expression Provided(Expression sink, ValueMap column, Expression value)
    {
        if (column.Kind == ValueKind.Other)
            return Call(sink, nameof(RowSink.WriteOther), Expression.Constant(column), Expression.Convert(value, typeof(object)));
        Expression provided = ColumnAccess.ToProvider(column, value);
        if (!ClrTypes.CanBeNull(provided.Type))
            return Typed(sink, column, provided);
        ParameterExpression read = Expression.Variable(provided.Type, "provided");
        return Expression.Block(
            [read],
            Expression.Assign(read, provided),
            Expression.IfThenElse(
                Expression.Equal(read, Expression.Constant(null, read.Type)), Call(sink, nameof(RowSink.Null)), Typed(sink, column, read)));
    }

    private static MethodCallExpression Typed(Expression sink, ValueMap column, Expression value)
    {
        Type type = Nullable.GetUnderlyingType(value.Type) ?? value.Type;
        if (type.IsEnum)
            type = type.GetEnumUnderlyingType();
        Expression typed = value.Type == type ? value : Expression.Convert(value, type);
        return column.Kind switch
        {
            ValueKind.GuidText => Call(sink, nameof(RowSink.WriteGuidText), typed),
            ValueKind.GuidDigits => Call(sink, nameof(RowSink.WriteGuidDigits), typed),
            _ => Call(sink, nameof(RowSink.Write), typed),
        };
    }

    private static MethodCallExpression Boxed(Expression sink, ColumnMap column, Expression value)
        => Call(sink, nameof(RowSink.WriteBoxed), Expression.Constant(column), value);

    private static MethodCallExpression CallStatic(string method, params Expression[] arguments)
        => Expression.Call(typeof(ShadowValues).GetMethod(method)!, arguments);
}
