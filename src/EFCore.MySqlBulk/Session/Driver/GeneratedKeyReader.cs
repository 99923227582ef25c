using System.Collections.Concurrent;
using System.Data.Common;
using System.Linq.Expressions;
using System.Reflection;

namespace EFCore.MySqlBulk.Session.Driver;

/// <summary>Reads a command's <c>LastInsertedId</c>, which is not in ADO.NET's base classes but in every MySQL driver's command. It is found by member name, once per command
/// type; wrapping commands are unwrapped.</summary>
internal static class GeneratedKeyReader
{
    private const BindingFlags Members = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance;
    private static readonly ConcurrentDictionary<Type, Func<DbCommand, long?>> Readers = new();

    /// <summary>Whether a command exposes its generated key. A separate query might reach another session behind a proxy.</summary>
    public static bool CanRead(DbCommand command) => Readers.GetOrAdd(command.GetType(), Compile)(command) is not null;

    /// <summary>The first key that the command generated; 0 if there is none.</summary>
    public static long Read(DbCommand command) => Readers.GetOrAdd(command.GetType(), Compile)(command) ?? 0;

    private static Func<DbCommand, long?> Compile(Type type)
    {
        ParameterExpression command = Expression.Parameter(typeof(DbCommand));
        if (type.GetProperty("LastInsertedId") is { } property)
            return Expression.Lambda<Func<DbCommand, long?>>(Expression.Convert(Expression.Property(Expression.Convert(command, type), property), typeof(long?)), command).Compile();
        return Wrapped(type) is not { } wrapped ? static _ => null
            : outer => wrapped(outer) is { } inner && inner != outer ? Readers.GetOrAdd(inner.GetType(), Compile)(inner) : null;
    }

    private static Func<object, DbCommand?>? Wrapped(Type type)
    {
        PropertyInfo? property = type.GetProperties(Members).FirstOrDefault(p => typeof(DbCommand).IsAssignableFrom(p.PropertyType) && p.GetIndexParameters().Length == 0);
        if (property is not null)
            return outer => (DbCommand?)property.GetValue(outer);
        for (Type? at = type; at is not null; at = at.BaseType)
        {
            if (at.GetFields(Members).FirstOrDefault(f => typeof(DbCommand).IsAssignableFrom(f.FieldType)) is { } field)
                return outer => (DbCommand?)field.GetValue(outer);
        }

        return null;
    }
}
