using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Query;
using Microsoft.EntityFrameworkCore.Query.SqlExpressions;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Query;

/// <summary>The length of a text, the parts of a date, and the clock.</summary>
internal sealed class MemberTranslator(ISqlExpressionFactory sql) : IMemberTranslator
{
    private static readonly Dictionary<string, string> Parts = new()
    {
        ["Year"] = "YEAR",
        ["Month"] = "MONTH",
        ["Day"] = "DAY",
        ["Hour"] = "HOUR",
        ["Minute"] = "MINUTE",
        ["Second"] = "SECOND",
        ["Date"] = "DATE",
    };

    public SqlExpression? Translate(
        SqlExpression? instance, MemberInfo member, Type returnType, IDiagnosticsLogger<DbLoggerCategory.Query> logger)
    {
        if (instance is not null && member.DeclaringType == typeof(string) && member.Name == nameof(string.Length))
        {
            return Call("CHAR_LENGTH", returnType, instance);
        }

        if (member.DeclaringType != typeof(DateTime) && member.DeclaringType != typeof(DateOnly))
        {
            return null;
        }

        return (instance, member.Name) switch
        {
            (null, nameof(DateTime.UtcNow)) => Call("UTC_TIMESTAMP", returnType),
            (null, nameof(DateTime.Now)) => Call("NOW", returnType),
            (not null, _) when Parts.TryGetValue(member.Name, out string? function) => Call(function, returnType, instance),
            _ => null,
        };
    }

    private SqlExpression Call(string function, Type type, params SqlExpression[] arguments) =>
        sql.Function(function, arguments, nullable: arguments.Length > 0, arguments.Select(_ => true), type);
}
