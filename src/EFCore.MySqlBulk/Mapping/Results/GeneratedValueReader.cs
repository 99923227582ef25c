using System.Data.Common;
using System.Linq.Expressions;
using System.Reflection;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace EFCore.MySqlBulk.Mapping.Results;

/// <summary>Reads a column from a data reader as EF Core's own materializer does: with the type mapping's reader method and converter.</summary>
internal static class GeneratedValueReader
{
    /// <summary>The value in the property's type.</summary>
    public static object? Read(ColumnMap column, DbDataReader reader, int ordinal)
        => reader.IsDBNull(ordinal) ? null : ReaderOf(column)(reader, ordinal);

    private static Func<DbDataReader, int, object?> ReaderOf(ColumnMap column)
        => column.Reader ??= Compile(column);

    /// <summary>The values of columns at some places of the result: one value, or an array of them.</summary>
    public static object? ReadKey(IReadOnlyList<ColumnMap> key, DbDataReader reader, int[] places)
    {
        if (key.Count == 1)
            return Read(key[0], reader, places[0]);
        object?[] values = new object?[key.Count];
        for (int i = 0; i < values.Length; i++)
            values[i] = Read(key[i], reader, places[i]);
        return values;
    }

    /// <summary>The same as an expression, for a value that is not null.</summary>
    public static Expression Value(ColumnMap column, ParameterExpression reader, Expression ordinal)
    {
        MethodInfo method = column.TypeMapping.GetDataReaderMethod();
        Expression value = column.TypeMapping.CustomizeDataReaderExpression(Call(method, reader, ordinal));
        return column.TypeMapping.Converter is { } converter ? Converted(converter, value) : value;
    }

    private static Func<DbDataReader, int, object?> Compile(ColumnMap column)
    {
        ParameterExpression reader = Expression.Parameter(typeof(DbDataReader));
        ParameterExpression ordinal = Expression.Parameter(typeof(int));
        return Expression.Lambda<Func<DbDataReader, int, object?>>(Expression.Convert(Value(column, reader, ordinal), typeof(object)), reader, ordinal).Compile();
    }

    // The mapping's method may be declared by the driver's own reader class; any other reader returns the same value by its type.
    private static Expression Call(MethodInfo method, ParameterExpression reader, Expression ordinal)
        => method.DeclaringType!.IsAssignableFrom(typeof(DbDataReader))
            ? Expression.Call(reader, method, ordinal)
            : Expression.Condition(
                Expression.TypeIs(reader, method.DeclaringType),
                Expression.Call(Expression.Convert(reader, method.DeclaringType), method, ordinal),
                Expression.Call(reader, nameof(DbDataReader.GetFieldValue), [method.ReturnType], ordinal));

    private static BlockExpression Converted(ValueConverter converter, Expression value)
    {
        ParameterExpression read = Expression.Variable(converter.ProviderClrType);
        ParameterExpression failure = Expression.Parameter(typeof(Exception));
        Expression converted = Expression.Invoke(converter.ConvertFromProviderExpression, read);
        return Expression.Block(
            [read],
            Expression.Assign(read, value.Type == converter.ProviderClrType ? value : Expression.Convert(value, converter.ProviderClrType)),
            Expression.TryCatch(converted, Expression.Catch(failure, Expression.Throw(Expression.New(typeof(ConverterException).GetConstructor([typeof(Exception)])!, failure), converted.Type))));
    }
}
