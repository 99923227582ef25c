using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Runs the hooks of a context's options for the entities of one call, once for each of them, however often the call is made again.</summary>
internal sealed class RowHooks
{
    private readonly DbContext _context;
    private readonly IReadOnlyList<BulkHook> _hooks;
    private readonly Dictionary<Type, BulkHook[]> _byType = [];
    private readonly HashSet<object> _related = new(ReferenceEqualityComparer.Instance);

    private RowHooks(DbContext context, IReadOnlyList<BulkHook> hooks)
    {
        _context = context;
        _hooks = hooks;
    }

    /// <returns>The hooks; <see langword="null" /> if there are none.</returns>
    public static RowHooks? Of(DbContext context, IReadOnlyList<BulkHook> hooks) => hooks.Count == 0 ? null : new(context, hooks);

    /// <summary>Every entity of the type has a hook.</summary>
    public bool CoverAll(IEntityType type) => ConcreteTypes(type).All(each => Of(each.ClrType).Length > 0);

    /// <summary>Some entity of the type has a hook.</summary>
    public bool CoverAny(IEntityType type) => ConcreteTypes(type).Any(each => Of(each.ClrType).Length > 0);

    /// <summary>Runs them for a row.</summary>
    public void Run(object entity)
    {
        foreach (BulkHook hook in Of(entity.GetType()))
            hook.Run(entity, _context);
    }

    /// <summary>Runs them for an entity that is stored together with the rows, unless another attempt has done so.</summary>
    public void RunForRelated(object entity)
    {
        if (_related.Add(entity))
            Run(entity);
    }

    private static IEnumerable<IEntityType> ConcreteTypes(IEntityType type) => type.GetDerivedTypesInclusive().Where(each => !each.IsAbstract());

    private BulkHook[] Of(Type type)
        => _byType.TryGetValue(type, out BulkHook[]? hooks) ? hooks : _byType[type] = [.. _hooks.Where(hook => hook.Type.IsAssignableFrom(type))];
}
