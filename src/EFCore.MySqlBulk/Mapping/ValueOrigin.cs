namespace EFCore.MySqlBulk.Mapping;

/// <summary>Who gives a column its value on insert.</summary>
internal enum ValueOrigin
{
    /// <summary>The entity, always.</summary>
    Entity,

    /// <summary>The entity, unless it holds the property's sentinel: then AUTO_INCREMENT.</summary>
    AutoIncrement,

    /// <summary>The entity, unless it holds the property's sentinel: then the column's default, whether the model or only the database knows it.</summary>
    StoreDefault,

    /// <summary>The server, always: computed columns and row versions.</summary>
    Server,

    /// <summary>Nobody: the model says that inserts leave it out, and nothing of it is read back.</summary>
    Omitted,
}
