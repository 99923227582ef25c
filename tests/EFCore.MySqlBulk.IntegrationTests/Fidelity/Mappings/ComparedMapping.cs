using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>A way in which a model maps entities to tables.</summary>
internal abstract class ComparedMapping
{
    /// <summary>The values can be given to tracked entities only.</summary>
    public virtual bool NeedsTracking => false;

    /// <summary>Values are refused, so that a session has to be strict: a lax one alters them for <c>SaveChanges</c>, but not for our calls.</summary>
    public virtual bool IsRefused => false;

    /// <summary>Whether a query can read the entities back.</summary>
    public virtual bool CanBeReadFrom(ServerKind kind) => true;

    public abstract void Model(ModelBuilder model);

    /// <summary>Whether a table of the model is one of the mapping's.</summary>
    public virtual bool Owns(ITable table) => true;

    /// <summary>Whether an empty table has to be filled with others first.</summary>
    public virtual IEnumerable<object> Before(SampleRows sample) => [];

    public abstract StoredRows NewRows(SampleRows sample);
}
