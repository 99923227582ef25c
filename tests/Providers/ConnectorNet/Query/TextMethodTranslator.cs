using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Query;
using Microsoft.EntityFrameworkCore.Query.SqlExpressions;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Query;

/// <summary>The methods of <see cref="string" /> that queries use most, and <see cref="Math.Abs(int)" />.</summary>
internal sealed class TextMethodTranslator(ISqlExpressionFactory sql) : IMethodCallTranslator
{
    public SqlExpression? Translate(
        SqlExpression? instance, MethodInfo method, IReadOnlyList<SqlExpression> arguments, IDiagnosticsLogger<DbLoggerCategory.Query> logger)
    {
        if (method.DeclaringType == typeof(Math) && method.Name == nameof(Math.Abs))
        {
            return Call("ABS", method.ReturnType, arguments[0]);
        }

        if (method.DeclaringType != typeof(string))
        {
            return null;
        }

        if (method.Name == nameof(string.IsNullOrEmpty))
        {
            return sql.OrElse(sql.IsNull(arguments[0]), sql.Equal(arguments[0], sql.Constant("")));
        }

        return instance is null ? null : TranslateInstance(instance, method.Name, arguments);
    }

    private SqlExpression? TranslateInstance(SqlExpression text, string method, IReadOnlyList<SqlExpression> arguments) =>
        (method, arguments) switch
        {
            (nameof(string.ToUpper), []) => Call("UPPER", typeof(string), text),
            (nameof(string.ToLower), []) => Call("LOWER", typeof(string), text),
            (nameof(string.Trim), []) => Call("TRIM", typeof(string), text),
            (nameof(string.Replace), [var old, var other]) when old.Type == typeof(string) =>
                Call("REPLACE", typeof(string), text, Text(old), Text(other)),
            (nameof(string.Substring), [var start]) => Call("SUBSTRING", typeof(string), text, OneBased(start)),
            (nameof(string.Substring), [var start, var length]) => Call("SUBSTRING", typeof(string), text, OneBased(start), length),
            (nameof(string.Contains), [var part]) => sql.GreaterThan(Call("LOCATE", typeof(int), Text(part), text), sql.Constant(0)),
            (nameof(string.StartsWith), [var part]) => sql.Equal(Call("LEFT", typeof(string), text, Length(part)), Text(part)),
            (nameof(string.EndsWith), [var part]) => sql.Equal(Call("RIGHT", typeof(string), text, Length(part)), Text(part)),
            _ => null,
        };

    private SqlExpression Text(SqlExpression part) => sql.ApplyDefaultTypeMapping(part);

    private SqlExpression Length(SqlExpression part) => Call("CHAR_LENGTH", typeof(int), Text(part));

    private SqlExpression OneBased(SqlExpression start) => sql.Add(start, sql.Constant(1));

    private SqlExpression Call(string function, Type type, params SqlExpression[] arguments) =>
        sql.Function(function, arguments, nullable: true, arguments.Select(_ => true), type);
}
