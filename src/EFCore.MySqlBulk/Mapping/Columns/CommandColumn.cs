using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Mapping.Columns;

/// <summary>A column of EF Core's modification commands, whose value each command provides.</summary>
internal sealed class CommandColumn : ColumnMap
{
    private readonly int _index;
    private readonly bool _isOriginal;

    private const string WholeDocument = "$";

    /// <param name="modification">The column in the first command.</param>
    /// <param name="member">The property.</param>
    /// <param name="index">Its place among the columns of a command.</param>
    /// <param name="isCounter">Whether it is AUTO_INCREMENT.</param>
    public CommandColumn(IColumnModification modification, IPropertyBase member, int index, bool isCounter)
        : base(modification.ColumnName, member, modification.Property?.ClrType ?? typeof(string), modification.TypeMapping!, modification.IsNullable ?? true)
    {
        if (modification.Property is null)
            Kind = ValueKind.Text;
        IsKey = modification.IsKey;
        _index = index;
        _isOriginal = modification is { IsCondition: true, IsWrite: false };
        IsUpdatable = modification.IsWrite;
        IsConcurrencyToken = modification is { IsCondition: true, IsKey: false };
        Origin = modification.IsWrite ? ValueOrigin.Entity
            : isCounter ? ValueOrigin.AutoIncrement
            : modification.IsRead ? ValueOrigin.Server : ValueOrigin.Omitted;
        IsRead = modification.IsRead;
    }

    public override bool IsConcurrencyToken { get; }

    /// <summary>Whether the column is written as a whole, not only a part of its JSON document.</summary>
    public static bool IsWhole(IColumnModification modification)
        => modification.Property is null ? modification is { JsonPath: WholeDocument, IsWrite: true, IsCondition: false } : modification.JsonPath is null;

    /// <summary>Whether the server generates the value and the command reads it back.</summary>
    public bool IsRead { get; }

    /// <summary>The value that a command writes to this column, or finds its row by.</summary>
    public object? CurrentOf(object command) => AsSent(Of(command) is var own && _isOriginal ? own.OriginalValue : own.Value);

    /// <summary>The value that the row had when it was read.</summary>
    public object? OriginalOf(object command) => AsSent(Of(command).OriginalValue);

    public override object? ShadowValue(object item, EntityEntry? entry) => CurrentOf(item);

    public override bool TakesValueOf(bool isTracked) => true;

    /// <summary>Passes a generated value to a command. EF Core then propagates it to entities that share the column or refer to it.</summary>
    public void Write(object command, object? value) => Of(command).Value = value;

    /// <summary>Whether another command has the same column at the same index.</summary>
    public bool IsSame(IColumnModification other)
        => other.ColumnName == Name && ReferenceEquals(other.TypeMapping, TypeMapping) && other.IsWrite == IsUpdatable && other.IsRead == IsRead
            && other.IsKey == IsKey && (other is { IsCondition: true, IsKey: false }) == IsConcurrencyToken
            && IsWhole(other) && (ReferenceEquals(other.Property, Member) || (other.Property?.ClrType ?? typeof(string)) == ClrType) && other.Property is null == HoldsDocument;

    // The driver writes -0 as an integer, which has no sign: SaveChanges stores 0.
    private static object? AsSent(object? value) => value switch
    {
        0D => 0D,
        0F => 0F,
        _ => value,
    };

    private IColumnModification Of(object command) => ((IReadOnlyModificationCommand)command).ColumnModifications[_index];
}
