using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>Runs the hooks of a context's options for the entities of one call, once for each, even if the call is retried.</summary>
internal sealed class RowHooks
{
    private readonly DbContext _context;
    private readonly TypedHooks _hooks;
    private readonly TypedHooks? _ofExisting;
    private readonly HashSet<object> _new = new(ReferenceEqualityComparer.Instance);
    private readonly HashSet<object> _existing = new(ReferenceEqualityComparer.Instance);

    private RowHooks(DbContext context, TypedHooks hooks, TypedHooks? ofExisting)
    {
        _context = context;
        _hooks = hooks;
        _ofExisting = ofExisting;
    }

    /// <returns>The hooks; <see langword="null" /> if there are none.</returns>
    public static RowHooks? Of(DbContext context, OperationTraits traits, MySqlBulkDefaults defaults)
    {
        IReadOnlyList<BulkHook> hooks = traits.Hooks(defaults);
        IReadOnlyList<BulkHook>? ofExisting = traits.HooksOfExisting?.Invoke(defaults);
        return hooks.Count == 0 && ofExisting is null or { Count: 0 } ? null : new(context, new(hooks), ofExisting is null ? null : new(ofExisting));
    }

    /// <summary>The same hooks for other entities.</summary>
    public RowHooks Anew() => new(_context, _hooks, _ofExisting);

    /// <summary>Whether every entity of the type has a hook.</summary>
    public bool CoverAll(IEntityType type) => ConcreteTypes(type).All(each => _hooks.Of(each.ClrType).Length > 0 && _ofExisting?.Of(each.ClrType) is null or { Length: > 0 });

    /// <summary>Whether an entity of the type may have a hook.</summary>
    public bool CoverAny(IEntityType type) => ConcreteTypes(type).Any(each => _hooks.Of(each.ClrType).Length > 0);

    /// <summary>Runs the hooks for a row, or for an entity that is stored with it.</summary>
    public void Run(object entity) => Run(_hooks, entity);

    /// <summary>Runs the hooks for a row that has been looked up and will be sent, unless an earlier attempt has run them.</summary>
    public void RunLookedUp(in BulkRow row)
    {
        bool exists = row.Presence == RowPresence.Present;
        if (!(exists ? _existing : _new).Add(row.Item))
            return;
        Run(exists ? _ofExisting! : _hooks, row.Item);
        if (row.IsTracked && _context.ChangeTracker.AutoDetectChangesEnabled)
            row.Entry!.DetectChanges();
    }

    private static IEnumerable<IEntityType> ConcreteTypes(IEntityType type) => type.GetDerivedTypesInclusive().Where(each => !each.IsAbstract());

    private void Run(TypedHooks hooks, object entity)
    {
        foreach (BulkHook hook in hooks.Of(entity.GetType()))
            hook.Run(entity, _context);
    }

    /// <summary>Hooks by type.</summary>
    private sealed class TypedHooks(IReadOnlyList<BulkHook> hooks)
    {
        private readonly Dictionary<Type, BulkHook[]> _byType = [];

        public BulkHook[] Of(Type type) => _byType.TryGetValue(type, out BulkHook[]? found) ? found : _byType[type] = [.. hooks.Where(hook => hook.Type.IsAssignableFrom(type))];
    }
}
