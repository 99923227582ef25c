using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Parts;

/// <summary>Divides a call with a graph into calls, one for each type, and gives each its scope.</summary>
internal sealed class TypedParts
{
    private readonly Operation _operation;
    private readonly BulkRequest _request;
    private readonly CollectionScope[] _scopes;
    private readonly Dictionary<IEntityType, IEntityType> _types = [];
    private readonly HashSet<IEntityType> _made = [];

    /// <param name="call">The call.</param>
    /// <param name="scopes">The parents whose collections are synchronized.</param>
    /// <exception cref="InvalidOperationException">It cannot be decided which rows are orphans.</exception>
    public TypedParts(RequestedOperation call, IReadOnlyList<CollectionScope> scopes)
    {
        BulkRequest request = call.Request;
        (_operation, _request) = (call.Operation, request);
        // Rows of the given type in each other's collections are in the call's own scope.
        _scopes = request.Options.Orphans == OrphanRule.Keep ? [] : [.. scopes.Where(scope => !request.EntityType.IsAssignableFrom(scope.ForeignKey.DeclaringEntityType))];
        foreach (CollectionScope scope in _scopes)
            Check(scope.ForeignKey.DeclaringEntityType);
    }

    /// <summary>The type whose call includes an entity: that of the given rows, or of a collection, which may have entities of several types.</summary>
    public IEntityType TypeOf(IEntityType type) => _types.TryGetValue(type, out IEntityType? known) ? known : _types[type] = Find(type);

    private IEntityType Find(IEntityType type)
    {
        if (_request.EntityType.IsAssignableFrom(type))
            return _request.EntityType;
        return _scopes.Select(scope => scope.ForeignKey.DeclaringEntityType).Where(each => each.IsAssignableFrom(type)).MinBy(each => each.GetAllBaseTypes().Count()) ?? type;
    }

    /// <summary>A call for some rows of a type.</summary>
    /// <param name="type">The type.</param>
    /// <param name="areLinks">Whether the rows are links of a many-to-many relationship that the call has made.</param>
    /// <param name="rows">The rows.</param>
    /// <exception cref="InvalidOperationException">Another call has rows of the type, so each would treat the other's rows as orphans.</exception>
    public RequestedOperation Of(IEntityType type, bool areLinks, BulkRow[] rows)
    {
        bool isGiven = type == _request.EntityType;
        CollectionScope[] scopes = [.. _scopes.Where(scope => TypeOf(scope.ForeignKey.DeclaringEntityType) == type)];
        if (!_made.Add(type) && (scopes.Length > 0 || (isGiven && _request.Scope is not null)))
            throw new InvalidOperationException($"Rows of '{type.DisplayName()}' and of other types refer to each other in a cycle, or are linked in two ways. {_request.Traits.Name} cannot determine which of them are orphans. Leave IncludeGraph out, and synchronize each type with a call of its own.");
        Operation operation = areLinks ? _operation.OfLinks : _operation;
        return new(operation, _request with
        {
            EntityType = type,
            Traits = operation.Traits,
            Options = isGiven ? _request.Options with { IncludeGraph = false } : OptionsOf(type, scopes),
            Rows = new RelatedRows(rows),
            Scope = isGiven ? _request.Scope : null,
            Collections = scopes,
            OrphansGoLast = _scopes.Any(scope => scope.ForeignKey.PrincipalEntityType.GetRootType() == type.GetRootType()),
            Graph = null,
            GoesByType = false,
            AreRelated = !isGiven,
            IsDivided = !areLinks && EntityShape.AreGraphs(type, GraphReach.Owned),
        });
    }

    /// <summary>Calls without rows, for orphans of collections that are empty.</summary>
    public IEnumerable<RequestedOperation> Empty()
        => _scopes.Select(scope => TypeOf(scope.ForeignKey.DeclaringEntityType)).Prepend(_request.EntityType).Distinct().Where(type => !_made.Contains(type)).ToArray()
            .Select(type => Of(type, areLinks: false, []));

    private ResolvedOptions OptionsOf(IEntityType type, CollectionScope[] scopes) => _request.Options.Of(type.ClrType, ContextDefaults.Of(_request.Context)) with
    {
        Orphans = OrphansOf(type, scopes),
        DuplicateCure = $"They are entities of type '{type.DisplayName()}' in the navigations of these rows. {_request.Options.DuplicateCure}",
    };

    // The same as SaveChanges does with a dependent that is removed from a collection.
    private OrphanRule OrphansOf(IEntityType type, CollectionScope[] scopes)
    {
        if (scopes.Length == 0)
            return OrphanRule.Keep;
        if (scopes.FirstOrDefault(scope => !Deletes(scope.ForeignKey)) is not { } kept)
            return OrphanRule.Delete;
        if (kept.ForeignKey.IsRequired)
            throw new InvalidOperationException($"A '{type.DisplayName()}' requires a '{kept.ForeignKey.PrincipalEntityType.DisplayName()}', and the model does not delete it when it is removed from a collection. Configure the relationship with OnDelete(DeleteBehavior.Cascade) or ClientCascade, or set Orphans = Orphans<T>.Keep.");
        return scopes.Length == 1 ? OrphanRule.Sever(kept.ForeignKey)
            : throw new InvalidOperationException($"Rows of '{type.DisplayName()}' are in several collections of the graph, and not all of them delete removed entities. Leave all but one of these collections null, or set Orphans = Orphans<T>.Keep.");
    }

    private static bool Deletes(IForeignKey foreignKey) => foreignKey.DeleteBehavior is DeleteBehavior.Cascade or DeleteBehavior.ClientCascade;

    private void Check(IEntityType type)
    {
        if (type.GetRootType() == _request.EntityType.GetRootType())
            throw new InvalidOperationException($"'{type.DisplayName()}' and '{_request.EntityType.DisplayName()}' are types of one hierarchy, and a collection of the graph has entities of the one. {_request.Traits.Name} cannot determine which of them are orphans. Call it for '{type.GetRootType().DisplayName()}'.");
        if (EFCoreVersion.HasQueryFilter(type.GetRootType()))
            throw new InvalidOperationException($"'{type.DisplayName()}' has a query filter, and {_request.Traits.Name} would treat rows of a collection that the filter hides as orphans. Leave the collections of such entities null, or set Orphans = Orphans<T>.Keep.");
        if (TableMaps.Of(type).HasSeveralTables)
            throw new InvalidOperationException($"Entities of '{type.DisplayName()}' are stored in several tables, and {_request.Traits.Name} looks rows up in only one. Leave the collections of such entities null.");
    }
}
