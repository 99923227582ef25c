using System.Collections.Concurrent;
using System.Data.Common;
using System.Linq.Expressions;
using System.Reflection;

namespace EFCore.MySqlBulk.Session;

/// <summary>Reads a command's <c>LastInsertedId</c>, which ADO.NET has no name for but every MySQL driver has. It is found by member name, once per command
/// type; wrapping commands are unwrapped.</summary>
internal static class GeneratedKeyReader
{
    private static readonly ConcurrentDictionary<Type, Func<DbCommand, long>?> Readers = new();

    /// <summary>The first key that the command generated; <see langword="null" /> if a wrapper hides it.</summary>
    public static long? Read(DbCommand command) => Readers.GetOrAdd(command.GetType(), Compile)?.Invoke(command);

    private static Func<DbCommand, long>? Compile(Type type)
    {
        ParameterExpression command = Expression.Parameter(typeof(DbCommand));
        if (type.GetProperty("LastInsertedId") is { } property)
            return Expression.Lambda<Func<DbCommand, long>>(Expression.Convert(Expression.Property(Expression.Convert(command, type), property), typeof(long)), command).Compile();
        PropertyInfo? wrapped = type
            .GetProperties(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance)
            .FirstOrDefault(p => typeof(DbCommand).IsAssignableFrom(p.PropertyType) && p.GetIndexParameters().Length == 0);
        return wrapped is null ? null : outer => Read((DbCommand)wrapped.GetValue(outer)!) ?? 0;
    }
}
