using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Shapes;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.ChangeTracking;

/// <summary>Updates the change tracker as <c>SaveChanges</c> does: tracked entities become unchanged (only in the columns that the caller named, if
/// any), or detached. It runs after the commit, so it never throws because of a row's contents.</summary>
internal sealed class TrackerFixup
{
    private readonly BulkRequest _request;
    private readonly PartEntries _parts;
    private readonly DeletedEntries _deleted;

    public TrackerFixup(BulkRequest request, TrackedEntries tracked)
    {
        _request = request;
        _parts = new(tracked);
        _deleted = new(tracked, _parts);
    }

    /// <summary>Whether the call writes all columns of its rows.</summary>
    public bool WritesAll => _request.Options.WritesAll;

    /// <summary>Detaches a deleted entity and its dependents that the server has deleted by cascade.</summary>
    public void Detach(EntityEntry entry) => _deleted.Detach(entry);

    /// <summary>Accepts an entity all of whose values are stored, and its owned entities.</summary>
    public void AcceptAll(EntityEntry entry)
    {
        KeptInstances kept = KeptInstances.Of(entry);
        AcceptOptional(entry, static _ => true);
        AcceptValues(entry);
        kept.PutBack();
        _parts.Accept(entry, static _ => true);
    }

    /// <summary>Accepts an entity of which the written columns are stored.</summary>
    public void AcceptWritten(BulkPlan plan, EntityEntry entry)
    {
        KeptInstances kept = KeptInstances.Of(entry);
        AcceptOptional(entry, type => IsWritten(plan, type));
        foreach (RowCell cell in plan.ValuePart)
        {
            if (cell.Column is JsonColumn json)
                AcceptJson(entry, json);
            else if (_parts.EntryOf(entry, cell.Column.Property) is { } holder)
                StoredProperty.Accept(holder.Property(cell.Column.Property));
        }

        kept.PutBack();
        _parts.Accept(entry, type => IsWritten(plan, type));
    }

    /// <summary>Accepts the removal of entities that an accepted entity no longer owns.</summary>
    public void AcceptReplaced() => _parts.AcceptReplaced();

    private static void AcceptValues(EntityEntry entry)
    {
        bool hasKey = true;
        foreach (IProperty property in entry.Metadata.GetFlattenedProperties())
        {
            PropertyEntry value = entry.Property(property);
            hasKey &= !(property.IsKey() && value.IsTemporary);
            StoredProperty.Accept(value);
        }

        // The values are accepted first: setting the state of a changed entry to Unchanged would revert the entity. An entity whose stored key is not known
        // cannot be tracked, and must not be stored again.
        if (entry.State == EntityState.Unchanged)
            return;
        // The elements of complex collections have entries of their own.
        if (hasKey && entry.Metadata.GetFlattenedComplexProperties().Any(complex => complex.IsCollection))
            InternalEntries.Accept(entry);
        else
            entry.State = hasKey ? EntityState.Unchanged : EntityState.Detached;
    }

    // Owned entities are accepted separately.
    private static void AcceptJson(EntityEntry entry, JsonColumn column)
    {
        if (column.HasComplexElements || column.Member is not IComplexProperty complex)
            return;
        InternalEntries.AcceptOriginal(entry, complex);
        foreach (IProperty property in complex.ComplexType.GetFlattenedProperties())
            StoredProperty.Accept(entry.Property(property));
    }

    // Whether a complex property is null is tracked separately.
    private static void AcceptOptional(EntityEntry entry, Func<ITypeBase, bool> isStored)
    {
        foreach (IComplexProperty complex in entry.Metadata.GetFlattenedComplexProperties())
        {
            if (complex is { IsNullable: true, IsCollection: false } && isStored(complex.ComplexType))
                InternalEntries.AcceptOriginal(entry, complex);
        }
    }

    // The plan writes all columns of a part.
    private static bool IsWritten(BulkPlan plan, ITypeBase part)
        => plan.Table.Columns.Where(column => IsIn(TypeOf(column), part)).All(column => plan.ValuePart.Any(cell => cell.Column == column));

    // A part that is stored as JSON has only the column of its document.
    private static ITypeBase TypeOf(ColumnMap column) => column.Member switch
    {
        INavigation navigation => navigation.TargetEntityType,
        IComplexProperty complex => complex.ComplexType,
        var property => property.DeclaringType,
    };

    private static bool IsIn(ITypeBase type, ITypeBase part)
        => type == part || (type is IComplexType complex ? IsIn(complex.ComplexProperty.DeclaringType, part) : type is IEntityType owned && owned.FindOwnership() is { } ownership && IsIn(ownership.PrincipalEntityType, part));
}
