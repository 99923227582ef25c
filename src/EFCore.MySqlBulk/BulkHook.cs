using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>A hook of the context's options: code that runs for each entity of a type before a bulk operation sends it.</summary>
/// <param name="Type">The class, base class or interface.</param>
/// <param name="Run">The caller's code.</param>
internal sealed record BulkHook(Type Type, Action<object, DbContext> Run)
{
    public static BulkHook Of<T>(Action<T, DbContext> hook)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(hook);
        return new(typeof(T), (entity, context) => hook((T)entity, context));
    }
}
