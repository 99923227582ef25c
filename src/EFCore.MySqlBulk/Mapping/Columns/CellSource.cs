namespace EFCore.MySqlBulk.Mapping.Columns;

/// <summary>The source of a value in a statement.</summary>
internal enum CellSource
{
    /// <summary>The entity's current value.</summary>
    Current,

    /// <summary>The entity's current value, or <c>DEFAULT</c> if it is the property's sentinel.</summary>
    CurrentOrDefault,

    /// <summary>The value last read from the database if the entity is tracked, otherwise the current value: what a concurrency token is compared with.</summary>
    Original,
}
