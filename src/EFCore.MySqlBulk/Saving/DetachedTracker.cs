#pragma warning disable EF1001 // Only an internal state manager tracks entities beside the context.
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.ChangeTracking.Internal;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.EntityFrameworkCore.Update;
using Microsoft.EntityFrameworkCore.Update.Internal;

namespace EFCore.MySqlBulk.Saving;

/// <summary>A change tracker beside the context's: it tracks entities for one call, and nothing is left behind in the context.</summary>
internal sealed class DetachedTracker
{
    private readonly DbContext _context;
    private readonly StateManager _entries;
    private readonly IEntityEntryGraphIterator _iterator;
    private readonly IUpdateAdapter _adapter;

    public DetachedTracker(DbContext context)
    {
        _context = context;
        _entries = new(context.GetService<StateManagerDependencies>());
        _iterator = context.GetService<IEntityEntryGraphIterator>();
        _adapter = new UpdateAdapter(_entries);
    }

    /// <summary>Tracks an entity and what can be reached from it.</summary>
    /// <param name="entity">The entity.</param>
    /// <param name="type">Its entity type.</param>
    /// <param name="stateOf">The state of an entity, and the navigation that it was reached by; <see cref="EntityState.Detached" /> leaves it out, with what it holds.</param>
    /// <param name="tracked">Is told of each entity once it has its state.</param>
    public void Track(object entity, IEntityType type, Func<EntityEntry, INavigationBase?, EntityState> stateOf, Action<EntityEntry> tracked)
    {
        InternalEntityEntry root = _entries.GetOrCreateEntry(entity, type);
        _entries.BeginAttachGraph();
        try
        {
            _iterator.TraverseGraph(new EntityEntryGraphNode<object?>(root, null, null, null), node =>
            {
                if (node.Entry.State != EntityState.Detached)
                    return false;
                EntityState state = stateOf(node.Entry, node.InboundNavigation);
                if (state == EntityState.Detached)
                    return false;
                node.Entry.State = state;
                tracked(node.Entry);
                return true;
            });
            _entries.CompleteAttachGraph();
        }
        catch
        {
            _entries.AbortAttachGraph();
            throw;
        }
    }

    /// <summary>Saves all changes, in the context's transaction or one of their own.</summary>
    /// <returns>The number of entries.</returns>
    public async ValueTask<int> SaveAsync(IOBehavior io, CancellationToken token)
    {
        IList<IUpdateEntry> changed = _adapter.GetEntriesToSave();
        IEnumerable<ModificationCommandBatch> batches = _context.GetService<ICommandBatchPreparer>().BatchCommands(changed, _adapter);
        await _context.GetService<IBatchExecutor>().ExecuteAsync(batches, _context.GetService<IRelationalConnection>(), io, token).ConfigureAwait(false);
        return changed.Count;
    }

    /// <summary>Gives the entities what the server generated for them.</summary>
    public void Accept() => _entries.AcceptAllChanges();
}
