//! Our values as those of `PostgreSQL`.

use std::error::Error;

use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut, to_sql_checked};

use super::super::Value;

fn is_integer(kind: &Type) -> bool {
    [Type::INT8, Type::INT4, Type::INT2].contains(kind)
}

fn is_text(kind: &Type) -> bool {
    [Type::TEXT, Type::VARCHAR, Type::BPCHAR, Type::NAME, Type::UNKNOWN].contains(kind)
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            &Self::Integer(value) if *kind == Type::INT8 => value.to_sql(kind, out),
            &Self::Integer(value) if *kind == Type::INT4 => i32::try_from(value)?.to_sql(kind, out),
            &Self::Integer(value) if *kind == Type::INT2 => i16::try_from(value)?.to_sql(kind, out),
            Self::Text(text) if is_text(kind) => text.to_sql(kind, out),
            Self::Integer(_) => Err(format!("an integer where {kind} belongs").into()),
            Self::Text(_) => Err(format!("a text where {kind} belongs").into()),
        }
    }

    fn accepts(kind: &Type) -> bool {
        is_integer(kind) || is_text(kind)
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(match *kind {
            Type::INT8 => Self::Integer(i64::from_sql(kind, raw)?),
            Type::INT4 => Self::Integer(i32::from_sql(kind, raw)?.into()),
            Type::INT2 => Self::Integer(i16::from_sql(kind, raw)?.into()),
            Type::BOOL => Self::Integer(bool::from_sql(kind, raw)?.into()),
            _ => Self::Text(String::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(kind: &Type) -> bool {
        is_integer(kind) || is_text(kind) || *kind == Type::BOOL
    }
}
